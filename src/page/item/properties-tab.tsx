/** Shows all properties of the item. A click on a value makes it a clause. */
import { useComputed, useSignal } from '@preact/signals';
import type { Note, NoteRange } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { NoteSign } from '../notes/note-sign.tsx';
import { FindInput } from '../shell/find-input.tsx';
import { Sign } from '../shell/sign.tsx';
import { Evidence, visibleName } from '../shell/visible-text.tsx';
import { address, go } from '../state/address.ts';
import type { OpenItem } from '../state/item.ts';
import { current, matches, steps } from '../state/matches.ts';
import { beginNote, notes, shownNote } from '../state/notes.ts';
import { isReader } from '../state/viewer.ts';
import { namesOf, shownValue } from '../table/cell.tsx';
import { MarkedText, reveal } from './marked-text.tsx';
import { clauseFor } from './value-clause.ts';

/** Number of properties shown at first, and added with each click. An item may have any number of properties. */
const PROPERTIES_SHOWN = 500;
const VALUES_SHOWN = 50;
const UNITS_SHOWN = 4000;
/** The server's limit for the value in a note's range. */
const RANGE_UNITS_MAX = 4096;

const collator = new Intl.Collator();

export function PropertiesTab({ open }: { readonly open: OpenItem }) {
  const wanted = useSignal('');
  const names = useComputed(() =>
    Object.keys(open.properties)
      .filter((name) => name.toLowerCase().includes(wanted.value.toLowerCase()))
      .sort(collator.compare),
  );
  const most = useSignal(PROPERTIES_SHOWN);
  // Properties with a match or a note are always shown, so that stepping to them works.
  const shown = useComputed(() => {
    if (names.value.length <= most.value) return names.value;
    const marked = markedNames();
    return names.value.filter((name, i) => i < most.value || marked.has(name));
  });
  const left = names.value.length - shown.value.length;
  return (
    <div class="properties">
      <FindInput wanted={wanted} label={t().findProperty} />
      <dl>
        {shown.value.map((name) => (
          <Property key={name} open={open} name={name} values={open.properties[name] ?? []} />
        ))}
      </dl>
      {left > 0 && (
        <button type="button" class="wide" onClick={() => (most.value += PROPERTIES_SHOWN)}>
          {t().showMore} <span class="faint">{t().andMore(left)}</span>
        </button>
      )}
    </div>
  );
}

function markedNames(): ReadonlySet<string> {
  const noted = notes.value.flatMap(({ range }) => (range && 'property' in range ? namesOf(range.property) : []));
  return new Set([...matches.value.matches.map(({ field }) => field), ...noted]);
}

interface PropertyProps {
  readonly open: OpenItem;
  readonly name: string;
  readonly values: readonly string[];
}

function Property({ open, name, values }: PropertyProps) {
  const shown = values.slice(0, VALUES_SHOWN);
  const own = notes.value.filter(({ range }) => range && 'property' in range && namesOf(range.property).includes(name));
  const ofValue = (value: string): readonly Note[] =>
    own.filter(({ range }) => range && 'property' in range && range.value === value);
  const others = own.filter((note) => !shown.some((value) => ofValue(value).includes(note)));
  return (
    <div class={`property${others.length > 0 ? ' noted' : ''}`}>
      <dt ref={isShown(others) ? reveal : null}>
        <Evidence text={name} />
        {others.map((note) => (
          <NoteSign key={note.n} note={note} />
        ))}
      </dt>
      <dd>
        {shown.map((value, i) => (
          <Value key={i} open={open} name={name} value={value} index={i} noted={ofValue(value)} />
        ))}
        {values.length > VALUES_SHOWN && <span class="faint">{t().andMore(values.length - VALUES_SHOWN)}</span>}
      </dd>
    </div>
  );
}

function isShown(own: readonly Note[]): boolean {
  return own.some(({ n }) => n === shownNote.value);
}

interface ValueProps {
  readonly open: OpenItem;
  readonly name: string;
  readonly value: string;
  readonly index: number;
  /** Notes about this value. */
  readonly noted: readonly Note[];
}

function Value({ open, name, value, index, noted }: ValueProps) {
  const own = matches.value.matches.filter((match) => match.field === name && match.value === index);
  const text = value.slice(0, UNITS_SHOWN);
  const shown = shownValue(name, text);
  const search = (): void => {
    const clause = clauseFor(name, value);
    const { filter } = address.peek();
    if (!filter.includes(clause)) go({ filter: [...filter, clause] });
  };
  const described = [visibleName(name), visibleName(text.slice(0, 200))] as const;
  return (
    <span class="value-line" ref={isShown(noted) ? reveal : null}>
      <button
        type="button"
        class={`value${noted.length > 0 ? ' noted' : ''}`}
        title={t().searchValue(...described)}
        onClick={search}
      >
        <bdi dir="auto">
          {shown === text && own.length > 0 ? (
            <MarkedText text={text} offset={0} matches={own} current={steps.value[current.value] ?? null} />
          ) : (
            <Evidence text={shown} />
          )}
        </bdi>
      </button>
      {value.length > UNITS_SHOWN && <span class="faint">{t().moreCharacters(value.length - UNITS_SHOWN)}</span>}
      {noted.map((note) => (
        <NoteSign key={note.n} note={note} />
      ))}
      {!isReader.value && (
        <button
          type="button"
          class="note-sign add"
          aria-label={t().noteOnValue(...described)}
          title={t().noteOnValue(...described)}
          onClick={() => beginNote(open, aboutValue(name, value))}
        >
          <Sign name="plus" />
        </button>
      )}
    </span>
  );
}

/** A note on an overlong value refers to its property. */
function aboutValue(property: string, value: string): NoteRange {
  return value.length > RANGE_UNITS_MAX ? { property } : { property, value };
}
