/** A field that filters a list while typing. */
import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

interface FindInputProps {
  readonly wanted: Signal<string>;
  readonly label: string;
  readonly placeholder?: string;
  /** Takes the focus when it appears. */
  readonly isFocused?: boolean;
}

export function FindInput({ wanted, label, placeholder = label, isFocused = false }: FindInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, []);
  return (
    <input
      ref={input}
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
