/** Filters mails that one person sent or received, or that two people exchanged. People are suggested while typing. */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Person } from '../api/answers.ts';
import { client, isAborted, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { closeDialog, Dialog } from '../shell/dialog.tsx';
import { FindInput } from '../shell/find-input.tsx';
import { Sign } from '../shell/sign.tsx';
import { Evidence } from '../shell/visible-text.tsx';
import { address, go } from '../state/address.ts';
import { betweenClause } from './between-clause.ts';
import '../styles/people.css';

const SHOWN = 8;
const TYPING_PAUSE_MS = 200;

export function PeopleDialog() {
  const from = useSignal<Person | null>(null);
  const to = useSignal<Person | null>(null);
  const isBothWays = useSignal(true);
  const clause = betweenClause(from.value, to.value, isBothWays.value);
  const areBoth = from.value !== null && to.value !== null;
  const form = useRef<HTMLFormElement>(null);
  // The button of a chosen person disappears, and the focus with it.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[type=search], [type=submit]')?.focus();
  }, [from.value, to.value]);
  return (
    <Dialog title={t().peopleTitle}>
      <form
        ref={form}
        class="people-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (clause === null) return;
          const { filter } = address.peek();
          if (!filter.includes(clause)) go({ filter: [...filter, clause] });
          closeDialog();
        }}
      >
        <PersonField label={t().sentFrom} chosen={from} />
        <PersonField label={t().sentTo} chosen={to} />
        <label class="inline people-ways">
          <input
            type="checkbox"
            disabled={!areBoth}
            checked={isBothWays.value}
            onChange={(event) => {
              isBothWays.value = event.currentTarget.checked;
            }}
          />
          {t().bothWays}
        </label>
        <footer>
          <button type="submit" class="primary" disabled={clause === null}>
            {t().showMails}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function PersonField({ label, chosen }: { readonly label: string; readonly chosen: Signal<Person | null> }) {
  const person = chosen.value;
  return (
    <fieldset class="person-field">
      <legend>{label}</legend>
      {person === null ? (
        <Suggestions label={label} chosen={chosen} />
      ) : (
        <p class="chip">
          <PersonName of={person} />
          <button
            type="button"
            class="quiet"
            aria-label={t().removePerson(person.address)}
            onClick={() => {
              chosen.value = null;
            }}
          >
            <Sign name="close" />
          </button>
        </p>
      )}
    </fieldset>
  );
}

function Suggestions({ label, chosen }: { readonly label: string; readonly chosen: Signal<Person | null> }) {
  const wanted = useSignal('');
  const people = useSignal<readonly Person[]>([]);
  const state = useSignal('');
  const contains = wanted.value;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const load = async (): Promise<void> => {
      try {
        const found = await client.ask('listPeople', { contains, limit: SHOWN }, undefined, { signal });
        people.value = found.people;
        if (found.total === 0) state.value = t().nobody;
        else state.value = found.total > SHOWN ? t().andMore(found.total - SHOWN) : '';
      } catch (fault) {
        if (!isAborted(fault)) state.value = messageOf(fault);
      }
    };
    const pause = setTimeout(() => void load(), contains === '' ? 0 : TYPING_PAUSE_MS);
    return () => {
      clearTimeout(pause);
      controller.abort();
    };
  }, [contains]);
  return (
    <>
      <FindInput wanted={wanted} label={label} placeholder={t().nameOrAddress} />
      <ul class="person-list" aria-label={t().peopleFor(label)}>
        {people.value.map((person) => (
          <li key={person.address}>
            <button
              type="button"
              class="link"
              onClick={() => {
                chosen.value = person;
              }}
            >
              <PersonName of={person} />
            </button>
            <span class="faint small-text">{t().sentAndGot(person.from, person.to + person.cc + person.bcc)}</span>
          </li>
        ))}
      </ul>
      <p class="faint small-text" role="status">
        {state.value}
      </p>
    </>
  );
}

function PersonName({ of: { address: own, names } }: { readonly of: Person }) {
  const [first] = names;
  return (
    <span>
      {first !== undefined && (
        <>
          <Evidence text={first.name} />{' '}
        </>
      )}
      <Evidence text={own} />
    </span>
  );
}
