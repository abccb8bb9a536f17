/** A labelled select element. */
interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly choose: (value: string) => void;
}

export function Choice({ label, value, options, choose }: ChoiceProps) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select aria-label={label} value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
