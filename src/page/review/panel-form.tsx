/** Defines a coding panel: its choices with keys and colours, and its rules. */
import { useState } from 'preact/hooks';
import type { CodingPanel } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import { bookmarks, colorOf, paletteColor } from '../state/bookmarks.ts';

type Choice = CodingPanel['choices'][number];

const CHOICES_MAX = 36;

/** Each choice gets a different colour. */
function emptyChoice(at: number): Choice {
  return { bookmark: '', key: null, colour: paletteColor(at) };
}

interface FormProps {
  /** Null for a new one. */
  readonly panel: CodingPanel | null;
  readonly save: (panel: CodingPanel) => void;
  readonly cancel: () => void;
}

export function PanelForm({ panel, save, cancel }: FormProps) {
  const [name, setName] = useState(panel?.name ?? '');
  const [choices, setChoices] = useState<readonly Choice[]>(panel?.choices ?? [emptyChoice(0), emptyChoice(1)]);
  const [isExclusive, setExclusive] = useState(panel?.exclusive ?? true);
  const [isRequired, setRequired] = useState(panel?.required ?? false);
  const change = (at: number, part: Partial<Choice>): void =>
    setChoices(choices.map((one, i) => (i === at ? { ...one, ...part } : one)));
  // Empty lines are ignored.
  const named = choices.filter(({ bookmark }) => bookmark.trim() !== '');
  return (
    <form
      class="panel-form"
      onSubmit={(event) => {
        event.preventDefault();
        save({ name: name.trim(), choices: named, exclusive: isExclusive, required: isRequired });
      }}
    >
      <h3>{panel === null ? t().newCoding : t().editCodingCalled(visibleName(panel.name))}</h3>
      <label>
        {t().codingName}
        <input
          value={name}
          required
          readOnly={panel !== null}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <fieldset>
        <legend>{t().choicesOfPanel}</legend>
        <datalist id="choice-names">
          {bookmarks.value.map((one) => (
            <option key={one.name} value={one.name} />
          ))}
        </datalist>
        {choices.map((choice, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place alone while its name is written
          <div key={at} class="choice-line" role="group" aria-label={t().choiceNumber(at + 1)}>
            <input
              aria-label={t().choiceName}
              placeholder={t().choiceName}
              list="choice-names"
              value={choice.bookmark}
              onInput={({ currentTarget }) => change(at, { bookmark: currentTarget.value })}
            />
            <input
              class="choice-key"
              aria-label={t().choiceKey}
              placeholder={t().choiceKey}
              size={4}
              value={choice.key ?? ''}
              onInput={({ currentTarget: { value } }) => change(at, { key: value === '' ? null : value })}
            />
            <input
              type="color"
              aria-label={t().color}
              value={choice.colour ?? colorOf(choice.bookmark)}
              onInput={({ currentTarget }) => change(at, { colour: currentTarget.value })}
            />
            <button
              type="button"
              class="quiet"
              aria-label={t().removeChoice(at + 1)}
              onClick={() => setChoices(choices.filter((_, i) => i !== at))}
            >
              <Sign name="minus" />
            </button>
          </div>
        ))}
        <button
          type="button"
          disabled={choices.length >= CHOICES_MAX}
          onClick={() => setChoices([...choices, emptyChoice(choices.length)])}
        >
          <Sign name="plus" /> {t().addChoice}
        </button>
      </fieldset>
      <label class="inline">
        <input
          type="checkbox"
          checked={isExclusive}
          onChange={({ currentTarget: { checked } }) => setExclusive(checked)}
        />
        {t().exclusivePanel}
      </label>
      <label class="inline">
        <input
          type="checkbox"
          checked={isRequired}
          onChange={({ currentTarget: { checked } }) => setRequired(checked)}
        />
        {t().requiredPanel}
      </label>
      <footer>
        <button type="button" onClick={cancel}>
          {t().cancel}
        </button>
        <button type="submit" class="primary" disabled={name.trim() === '' || named.length === 0}>
          {t().save}
        </button>
      </footer>
    </form>
  );
}
