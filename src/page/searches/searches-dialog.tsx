/** The saved searches: a form to save the current one, and a list to run, rename, share and delete them, with counts. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { SavedSearchEntry } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { closeDialog, Dialog } from '../shell/dialog.tsx';
import { FindInput } from '../shell/find-input.tsx';
import { Sign, type SignName } from '../shell/sign.tsx';
import { Evidence, visibleName } from '../shell/visible-text.tsx';
import { viewer } from '../state/viewer.ts';
import {
  areSavedKnown,
  canBePrivate,
  deleteSaved,
  isMine,
  loadSaved,
  mayChangeSaved,
  outcome,
  presentSearch,
  renameSaved,
  runSaved,
  type SearchContent,
  saveAs,
  saved,
} from './saved.ts';
import { SearchCounts } from './search-counts.ts';
import '../styles/searches.css';

export function SearchesDialog() {
  const counts = useMemo(() => new SearchCounts(), []);
  const wanted = useSignal('');
  useEffect(() => {
    outcome.value = null;
    void loadSaved();
    return () => counts.leaveAll();
  }, []);
  const text = wanted.value.trim().toLowerCase();
  const listed = saved.value.filter(({ name, q }) => `${name}\n${q}`.toLowerCase().includes(text));
  return (
    <Dialog title={t().savedSearches} class="wide-dialog saved-searches">
      {viewer.value?.role !== 'reader' && <SaveForm />}
      <Said />
      {saved.value.length > 0 && <FindInput wanted={wanted} label={t().findSearch} />}
      <div class="scrolled" tabIndex={0} role="group" aria-label={t().savedSearches}>
        {listed.length === 0 ? (
          <p class="faint">{areSavedKnown.value ? t().noSavedSearches : t().loading}</p>
        ) : (
          <List searches={listed} counts={counts} />
        )}
      </div>
    </Dialog>
  );
}

function Said() {
  const said = outcome.value;
  return (
    <p role="status" class={said?.isFault === true ? 'warn' : 'search-outcome'}>
      {said?.text}
      {said?.undo !== undefined && (
        <button type="button" class="link" onClick={said.undo}>
          {t().undo}
        </button>
      )}
    </p>
  );
}

function SaveForm() {
  const name = useSignal('');
  const shared = useSignal(false);
  const known = saved.value.find((one) => one.name === name.value.trim().normalize('NFC'));
  const isReplacing = known !== undefined && mayChangeSaved(known) && (isMine(known) || known.shared === shared.value);
  const save = async (): Promise<void> => {
    const isSaved = await saveAs(name.peek().trim(), presentSearch(), shared.peek());
    if (isSaved) name.value = '';
  };
  return (
    <form
      class="save-search"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.peek().trim() !== '') void save();
      }}
    >
      <p class="faint">
        {t().saveSearchHint} <Shown content={presentSearch()} />
      </p>
      <div class="save-line">
        <input
          aria-label={t().searchName}
          placeholder={t().searchName}
          maxLength={255}
          autocomplete="off"
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
        {canBePrivate() && (
          <label class="inline">
            <input
              type="checkbox"
              checked={shared.value}
              onChange={({ currentTarget: { checked } }) => (shared.value = checked)}
            />{' '}
            {t().sharedWithAll}
          </label>
        )}
        <button type="submit" class="primary" disabled={name.value.trim() === ''}>
          {isReplacing ? t().replaceSearch : t().save}
        </button>
      </div>
    </form>
  );
}

interface ListProps {
  readonly searches: readonly SavedSearchEntry[];
  readonly counts: SearchCounts;
}

function List({ searches, counts }: ListProps) {
  return (
    <table class="plain">
      <thead>
        <tr>
          <th scope="col">{t().searchName}</th>
          <th scope="col">{t().query}</th>
          <th scope="col" class="number">
            {t().decidedItems}
          </th>
          <th scope="col">{t().shared}</th>
          <th scope="col">{t().changes}</th>
        </tr>
      </thead>
      <tbody>
        {searches.map((search) => (
          <Row key={`${search.shared} ${search.name}`} search={search} counts={counts} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ search, counts }: { readonly search: SavedSearchEntry; readonly counts: SearchCounts }) {
  const isRenaming = useSignal(false);
  const shown = visibleName(search.name);
  return (
    <tr>
      <td>
        {isRenaming.value ? (
          <Renaming search={search} end={() => (isRenaming.value = false)} />
        ) : (
          <button
            type="button"
            class="link"
            aria-label={t().runSearch(shown)}
            onClick={() => {
              closeDialog();
              runSaved(search);
            }}
          >
            <Evidence text={search.name} />
          </button>
        )}
      </td>
      <td>
        <Shown content={search} />
      </td>
      <Count search={search} counts={counts} />
      <td>
        <Sharing search={search} />
      </td>
      <td class="search-changes">
        {mayChangeSaved(search) && isMine(search) && (
          <Act label={t().renameSearch(shown)} sign="pencil" act={() => (isRenaming.value = true)} />
        )}
        {mayChangeSaved(search) && (
          <Act label={t().deleteSearch(shown)} sign="close" act={() => void deleteSaved(search.name)} />
        )}
      </td>
    </tr>
  );
}

interface ActProps {
  readonly label: string;
  readonly sign: SignName;
  readonly act: () => void;
}

function Act({ label, sign, act }: ActProps) {
  return (
    <button type="button" class="quiet" aria-label={label} title={label} onClick={act}>
      <Sign name={sign} />
    </button>
  );
}

/** Own searches can be shared and unshared. Searches of others show their owner. */
function Sharing({ search }: { readonly search: SavedSearchEntry }) {
  if (!canBePrivate()) return <>{t().everybody}</>;
  if (!isMine(search)) return <>{search.owner === null ? t().everybody : t().sharedBy(visibleName(search.owner))}</>;
  const { name, owner, shared, ...content } = search;
  return (
    <input
      type="checkbox"
      aria-label={t().shareSearch(visibleName(name))}
      checked={shared}
      disabled={!mayChangeSaved(search)}
      onChange={({ currentTarget: { checked } }) => void saveAs(name, content, checked)}
    />
  );
}

/** Counted while the row is visible. */
function Count({ search, counts }: { readonly search: SavedSearchEntry; readonly counts: SearchCounts }) {
  const cell = useRef<HTMLTableCellElement>(null);
  const key = SearchCounts.keyOf(search);
  useEffect(() => {
    if (cell.current === null) return;
    const watch = new IntersectionObserver((entries) => {
      if (entries.at(-1)?.isIntersecting === true) counts.want(search);
      else counts.leave(search);
    });
    watch.observe(cell.current);
    return () => {
      watch.disconnect();
      counts.leave(search);
    };
  }, [key]);
  const counted = counts.of(search);
  return (
    <td ref={cell} class={`number${counted !== undefined && counted.warning !== '' ? ' warn' : ''}`}>
      {counted === undefined ? '…' : counted.items === null ? '–' : t().number(counted.items)}
      {counted !== undefined && counted.warning !== '' && <div class="small-text">{counted.warning}</div>}
    </td>
  );
}

function Renaming({ search, end }: { readonly search: SavedSearchEntry; readonly end: () => void }) {
  const name = useSignal(search.name);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const rename = async (): Promise<void> => {
    const next = name.peek().trim();
    if (saved.peek().some((one) => one.name === next.normalize('NFC') && one.name !== search.name)) {
      outcome.value = { text: t().searchNameTaken(visibleName(next)), isFault: true };
      return;
    }
    if (next === '' || next === search.name || (await renameSaved(search, next))) end();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void rename();
      }}
    >
      <input
        ref={input}
        aria-label={t().rename}
        maxLength={255}
        value={name.value}
        onInput={(event) => (name.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          end();
        }}
      />
    </form>
  );
}

/** Shows the query with its filters and sources on one line. */
function Shown({ content }: { readonly content: SearchContent }) {
  const { q, literal, filter, sourceID, bbox, sort, view } = content;
  const parts = [
    q === '' ? t().everything : q,
    ...(literal ? [t().literal] : []),
    ...filter,
    ...sourceID,
    ...(bbox === null ? [] : [t().area(bbox)]),
    ...(sort.length === 0 ? [] : [sort.join(', ')]),
    ...(view === null ? [] : [t().views[view] ?? view]),
  ];
  return (
    <code>
      <Evidence text={parts.join(' · ')} />
    </code>
  );
}
