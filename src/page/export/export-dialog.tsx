/** Hands the hits, or the selection, to the browser as a file: what it holds and in which form. */
import { type Signal, useSignal } from '@preact/signals';
import { addressOf, ask, messageOf } from '../api/ask.ts';
import { t } from '../language/words.ts';
import { Dialog } from '../shell/dialog.tsx';
import { askedSet, sortText } from '../state/address.ts';
import { selectedCount } from '../state/bookmarks.ts';
import { summary } from '../state/results.ts';
import { columns } from '../state/settings.ts';

const FORMATS = ['csv', 'ndjson', 'zip'] as const;
const FILES = ['content', 'text', 'thumb'] as const;

export function ExportDialog() {
  const format = useSignal<(typeof FORMATS)[number]>('csv');
  const isSelection = useSignal(false);
  const isAll = useSignal(true);
  const files = useSignal<readonly string[]>(['content']);
  const isCertified = useSignal(false);
  const state = useSignal('');
  const fault = useSignal('');
  const download = async (): Promise<void> => {
    const sort = sortText.peek();
    const address = addressOf('export', {
      ...(isSelection.value ? { q: 'selected:true' } : askedSet.peek()),
      format: format.value,
      ...(sort === '' ? {} : { sort }),
      ...(isAll.value ? {} : { properties: columns.peek().join(',') }),
      ...(format.value === 'zip' ? { files: files.value.join(',') } : {}),
      ...(isCertified.value && format.value !== 'csv' ? { certificate: 'true' } : {}),
    });
    fault.value = '';
    state.value = t().exportChecking;
    try {
      // What is refused is said here, not saved as a file.
      const answer = await ask(address, { method: 'HEAD' });
      const link = document.createElement('a');
      link.href = address;
      link.download = '';
      link.click();
      state.value = t().exportStarted(Number(answer.headers.get('X-Total-Count') ?? 0));
    } catch (reason) {
      state.value = '';
      fault.value = messageOf(reason);
    }
  };
  return (
    <Dialog title={t().exportTitle} class="small">
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void download();
        }}
      >
        <Radios
          label={t().format}
          value={format.value}
          options={FORMATS.map((one) => [one, t().formats[one] ?? one])}
          choose={(one) => {
            format.value = FORMATS.find((known) => known === one) ?? 'csv';
          }}
        />
        <Radios
          label={t().exportOf}
          value={isSelection.value ? 'selection' : 'hits'}
          options={[
            ['hits', t().exportHits(summary.value?.total ?? 0)],
            ...(selectedCount.value > 0 ? [['selection', t().selectionCount(selectedCount.value)] as const] : []),
          ]}
          choose={(one) => {
            isSelection.value = one === 'selection';
          }}
        />
        <Radios
          label={t().properties}
          value={isAll.value ? 'all' : 'shown'}
          options={[
            ['all', t().allProperties],
            ['shown', t().shownProperties],
          ]}
          choose={(one) => {
            isAll.value = one === 'all';
          }}
        />
        {format.value === 'zip' && <FilesChoice files={files} />}
        <p role="status" class="faint">
          {state.value}
        </p>
        {fault.value !== '' && (
          <p role="alert" class="warn">
            {fault.value}
          </p>
        )}
        <footer>
          <button type="submit" class="primary">
            {t().download}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function FilesChoice({ files }: { readonly files: Signal<readonly string[]> }) {
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
    </fieldset>
  );
}

interface RadiosProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly choose: (value: string) => void;
}

function Radios({ label, value, options, choose }: RadiosProps) {
  return (
    <div class="radios" role="radiogroup" aria-label={label}>
      <span class="faint">{label}</span>
      {options.map(([code, name]) => (
        <label key={code} class="inline">
          <input type="radio" name={label} checked={code === value} onChange={() => choose(code)} />
          {name}
        </label>
      ))}
    </div>
  );
}
