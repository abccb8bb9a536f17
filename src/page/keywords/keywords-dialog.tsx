/** A report for a list of search terms: each line is answered as its counts arrive. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { KeywordsRequest } from '../../client/case-access-client.ts';
import type { KeywordLine } from '../api/answers.ts';
import { client, isAborted, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { Dialog } from '../shell/dialog.tsx';
import { save } from '../shell/save-file.ts';
import { askedSet } from '../state/address.ts';
import { kept } from '../state/settings.ts';
import { KeywordReport } from './keyword-report.tsx';

const SHOWN_EVERY_MS = 200;

const isLiteral = kept<boolean>('keywords-literal', false, (value): value is boolean => typeof value === 'boolean');
const list = kept<string>('keywords', '', (value): value is string => typeof value === 'string');

/** All lines with queries; the server reports an excess. */
function queriesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && (isLiteral.peek() || !line.startsWith('#')));
}

/** Applies the page's sources and filters, but not its query. */
function bodyOf(): KeywordsRequest {
  const { sourceID, filter, bbox, timeZone } = askedSet.peek();
  return {
    queries: queriesOf(list.peek()),
    ...(isLiteral.peek() && { literal: true }),
    ...(sourceID && { sourceID }),
    ...(filter && { filter }),
    ...(bbox && { bbox }),
    ...(timeZone && { timeZone }),
  };
}

export function KeywordsDialog() {
  const lines = useSignal<readonly KeywordLine[]>([]);
  const isRunning = useSignal(false);
  const fault = useSignal('');
  const areLinesLiteral = useSignal(false);
  const request = useRef<AbortController | null>(null);
  const run = async (): Promise<void> => {
    request.current?.abort();
    request.current = new AbortController();
    lines.value = [];
    fault.value = '';
    isRunning.value = true;
    areLinesLiteral.value = isLiteral.peek();
    const found: KeywordLine[] = [];
    let shown = performance.now();
    try {
      const { signal } = request.current;
      for await (const line of client.lines('reportKeywords', {}, bodyOf(), { signal })) {
        found.push(line as unknown as KeywordLine);
        if (performance.now() - shown < SHOWN_EVERY_MS) continue;
        shown = performance.now();
        lines.value = [...found];
      }
    } catch (reason) {
      if (!isAborted(reason)) fault.value = messageOf(reason);
    }
    lines.value = found;
    isRunning.value = false;
  };
  const exportCsv = async (): Promise<void> => {
    try {
      const answer = await client.open('reportKeywords', {}, { ...bodyOf(), format: 'csv' });
      save('keywords.csv', 'text/csv', await answer.text());
    } catch (reason) {
      fault.value = messageOf(reason);
    }
  };
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const bytes = await file.arrayBuffer();
    try {
      // Text in another encoding would be searched as words that nobody wrote.
      list.value = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      fault.value = '';
    } catch {
      fault.value = t().keywordsNotUtf8(file.name);
    }
  };
  return (
    <Dialog title={t().keywords} class="wide-dialog">
      <form
        method="dialog"
        class="keywords-form"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer?.files[0]);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <p class="faint">{t().keywordsHint}</p>
        <textarea
          class="mono"
          rows={6}
          aria-label={t().keywords}
          spellcheck={false}
          value={list.value}
          onInput={(event) => {
            list.value = event.currentTarget.value;
          }}
        />
        <label class="inline" title={t().literalHint}>
          <input
            type="checkbox"
            checked={isLiteral.value}
            onChange={(event) => {
              isLiteral.value = event.currentTarget.checked;
            }}
          />
          {t().literalLines}
        </label>
        <footer>
          <span class="faint" role="status">
            {isRunning.value && t().keywordsRunning(lines.value.length)}
          </span>
          <span class="spring" />
          <button type="button" disabled={lines.value.length === 0 || isRunning.value} onClick={() => void exportCsv()}>
            {t().exportCsv}
          </button>
          <button type="submit" class="primary" disabled={list.value.trim() === ''}>
            {t().runReport}
          </button>
        </footer>
      </form>
      {fault.value !== '' && (
        <p role="alert" class="warn">
          {fault.value}
        </p>
      )}
      {lines.value.length > 0 && <KeywordReport lines={lines.value} areLiteral={areLinesLiteral.value} />}
    </Dialog>
  );
}
