/** A choice of one among a few visible options. */
import type { Signal } from '@preact/signals';

interface RadiosProps<T extends string> {
  readonly label: string;
  readonly value: Signal<T>;
  readonly options: readonly (readonly [T, string])[];
}

export function Radios<T extends string>({ label, value, options }: RadiosProps<T>) {
  return (
    <div class="radios" role="radiogroup" aria-label={label}>
      <span class="faint">{label}</span>
      {options.map(([code, name]) => (
        <label key={code} class="inline">
          <input
            type="radio"
            name={label}
            checked={code === value.value}
            onChange={() => {
              value.value = code;
            }}
          />
          {name}
        </label>
      ))}
    </div>
  );
}
