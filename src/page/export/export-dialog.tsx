/** Exports the hits, the selection or a bookmark as a file: content, format and progress. */
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { ExportRequest } from '../../client/case-access-client.ts';
import { t } from '../language/words.ts';
import { Choice } from '../shell/choice.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import { type AskedSet, askedSet, sortText } from '../state/address.ts';
import { bookmarks, clauseOf, leftOut, selectedCount } from '../state/bookmarks.ts';
import { splitList } from '../state/list-text.ts';
import { summary } from '../state/results.ts';
import { columns } from '../state/settings.ts';
import { ExportProgress } from './export-progress.tsx';
import { PropertiesChoice } from './properties-choice.tsx';
import { Radios } from './radios.tsx';
import { exporting, startEvents, startExport } from './running-export.ts';
import { FORMATS, type PageFormat, TableOptions, tableParameters, USUAL_TABLE } from './table-options.tsx';

const FILES = ['content', 'text', 'thumb'] as const;
const WHAT = ['hits', 'selection', 'bookmark'] as const;
const PROPERTIES = ['all', 'shown', 'chosen'] as const;

type What = (typeof WHAT)[number];
type Part = (typeof FILES)[number];

export function ExportDialog() {
  const format = useSignal<PageFormat>('csv');
  const table = useSignal(USUAL_TABLE);
  const what = useSignal<What>('hits');
  const bookmark = useSignal(bookmarks.peek()[0]?.name ?? '');
  const properties = useSignal<(typeof PROPERTIES)[number]>('all');
  const chosen = useSignal<readonly string[]>(columns.peek());
  const files = useSignal<readonly Part[]>(['content']);
  const isCertified = useSignal(false);
  const mayLack = useSignal(false);
  const lacking = leftOut(setOf(what.value, bookmark.value)).join('; ');
  const isArchive = format.value === 'zip';
  const mayCertify = isArchive || format.value === 'ndjson';
  const download = (event: Event): void => {
    event.preventDefault();
    const sort = sortText.peek();
    const names = properties.value === 'shown' ? columns.peek() : chosen.value;
    const common = {
      ...setOf(what.value, bookmark.value),
      ...(properties.value === 'all' ? {} : { properties: propertiesOnly(names) }),
      ...(mayLack.value && lacking !== '' ? { allowIncomplete: true } : {}),
    };
    if (format.value === 'timesketch') {
      void startEvents({ ...common, format: format.value });
      return;
    }
    const request: ExportRequest = {
      ...common,
      format: format.value,
      ...tableParameters(format.value, table.value),
      ...(sort === '' ? {} : { sort: splitList(sort) }),
      ...(isArchive ? { files: files.value.length === 0 ? ['none'] : files.value } : {}),
      ...(isCertified.value && mayCertify ? { certificate: true } : {}),
    };
    void startExport(request);
  };
  return (
    <Dialog title={t().exportTitle} class="small">
      <form method="dialog" onSubmit={download}>
        <Radios label={t().format} value={format} options={FORMATS.map((one) => [one, t().formats[one] ?? one])} />
        <Radios label={t().exportOf} value={what} options={whatOptions()} />
        {what.value === 'bookmark' && (
          <Choice
            label={t().bookmark}
            value={bookmark.value}
            options={bookmarks.value.map(({ name, items }) => [name, `${visibleName(name)} (${t().number(items)})`])}
            choose={(name) => {
              bookmark.value = name;
            }}
          />
        )}
        <Radios
          label={t().properties}
          value={properties}
          options={[
            ['all', t().allProperties],
            ['shown', t().shownProperties],
            ['chosen', t().chosenProperties],
          ]}
        />
        {properties.value === 'chosen' && <PropertiesChoice chosen={chosen} />}
        <TableOptions format={format.value} choices={table} />
        {isArchive && <FilesChoice files={files} />}
        <label class="inline">
          <input
            type="checkbox"
            checked={isCertified.value && mayCertify}
            disabled={!mayCertify}
            onChange={(event) => {
              isCertified.value = event.currentTarget.checked;
            }}
          />
          {t().certificate}
          {!mayCertify && <span class="faint"> {t().noCertificate}</span>}
        </label>
        {lacking !== '' && (
          <label class="inline">
            <input
              type="checkbox"
              checked={mayLack.value}
              onChange={(event) => {
                mayLack.value = event.currentTarget.checked;
              }}
            />
            <span class="warn">{t().exportWithout(lacking)}</span>
          </label>
        )}
        <ExportProgress />
        <footer>
          <button
            type="submit"
            class="primary"
            disabled={exporting.value?.isRunning === true || (lacking !== '' && !mayLack.value)}
          >
            {t().download}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function whatOptions(): readonly (readonly [What, string])[] {
  return [
    ['hits', t().exportHits(summary.value?.matching ?? 0)],
    ...(selectedCount.value > 0 ? [['selection', t().selectionCount(selectedCount.value)] as const] : []),
    ...(bookmarks.value.length > 0 ? [['bookmark', t().aBookmark] as const] : []),
  ];
}

function setOf(what: What, bookmark: string): AskedSet {
  if (what === 'selection') return { q: 'selected:true' };
  return what === 'bookmark' ? { q: clauseOf(bookmark) } : askedSet.peek();
}

/** An item's source and number are in every export, and are not properties. */
function propertiesOnly(names: readonly string[]): readonly string[] {
  return names.filter((name) => name !== 'source' && name !== 'id');
}

function FilesChoice({ files }: { readonly files: Signal<readonly Part[]> }): ComponentChildren {
  return (
    <fieldset class="radios">
      <legend>{t().files}</legend>
      {FILES.map((part) => (
        <label key={part} class="inline">
          <input
            type="checkbox"
            checked={files.value.includes(part)}
            onChange={(event) => {
              const others = files.value.filter((one) => one !== part);
              files.value = event.currentTarget.checked ? [...others, part] : others;
            }}
          />
          {t().parts[part]}
        </label>
      ))}
      <p class="faint small-text">{t().filesHint}</p>
    </fieldset>
  );
}
