/** A field that filters a list while typing. */
import type { Signal } from '@preact/signals';

interface FindInputProps {
  readonly wanted: Signal<string>;
  readonly label: string;
  readonly placeholder?: string;
}

export function FindInput({ wanted, label, placeholder = label }: FindInputProps) {
  return (
    <input
      type="search"
      class="find"
      aria-label={label}
      placeholder={placeholder}
      value={wanted.value}
      onInput={(event) => {
        wanted.value = event.currentTarget.value;
      }}
    />
  );
}
