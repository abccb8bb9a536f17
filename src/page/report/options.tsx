/** Options of a report: a line of text, or an optional part. */
import type { Signal } from '@preact/signals';
import { reportWords } from './report-words.ts';

export function TextOption({ label, value }: { readonly label: string; readonly value: Signal<string> }) {
  return (
    <label>
      {label}
      <input
        type="text"
        value={value.value}
        onInput={(event) => {
          value.value = event.currentTarget.value;
        }}
      />
    </label>
  );
}

export function CheckedOption({ label, value }: { readonly label: string; readonly value: Signal<boolean> }) {
  return (
    <label class="inline">
      <input
        type="checkbox"
        checked={value.value}
        onChange={(event) => {
          value.value = event.currentTarget.checked;
        }}
      />
      {label}
    </label>
  );
}

/** One search term on each line. */
export function TermsOption({ value }: { readonly value: Signal<string> }) {
  return (
    <label>
      {reportWords().keywords}
      <textarea
        rows={3}
        value={value.value}
        onInput={(event) => {
          value.value = event.currentTarget.value;
        }}
      />
    </label>
  );
}
