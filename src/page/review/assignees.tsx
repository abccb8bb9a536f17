/** The reviewers, one name on each line. Only a server with user names has assignees. */
import { t } from '../language/words.ts';
import { viewer } from '../state/viewer.ts';

interface AssigneesProps {
  readonly value: string;
  readonly choose: (value: string) => void;
  readonly hint: string;
}

export function Assignees({ value, choose, hint }: AssigneesProps) {
  if (viewer.value === null || viewer.value.name === null) return null;
  return (
    <label>
      {t().assignees}
      <textarea
        rows={3}
        value={value}
        placeholder={hint}
        onInput={({ currentTarget }) => choose(currentTarget.value)}
      />
    </label>
  );
}

export function assigneesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
