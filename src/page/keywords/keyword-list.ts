/** The list of the keywords dialog, its translation and its counts. */
import { signal } from '@preact/signals';
import type { TranslatedLine, TranslatedSyntax } from '../../../grammar/texts/translated-line.ts';
import type { KeywordsRequest } from '../../client/case-access-client.ts';
import type { KeywordLine } from '../api/answers.ts';
import { client, isAborted, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { save } from '../shell/save-file.ts';
import { askedSet } from '../state/address.ts';
import { kept } from '../state/settings.ts';
import { LIST_SYNTAXES, type ListSyntax, translatedList } from './translated-list.ts';

const SHOWN_EVERY_MS = 200;

export const isLiteral = kept<boolean>(
  'keywords-literal',
  false,
  (value): value is boolean => typeof value === 'boolean',
);
export const syntax = kept<ListSyntax>('keywords-syntax', 'own', (value): value is ListSyntax =>
  (LIST_SYNTAXES as readonly unknown[]).includes(value),
);
export const list = kept<string>('keywords', '', (value): value is string => typeof value === 'string');

/** Null for our own syntax, and for literal text, which has no syntax. */
export function otherSyntax(): TranslatedSyntax | null {
  return isLiteral.value || syntax.value === 'own' ? null : syntax.value;
}

/** Returns all lines with queries. The server reports an excess. In other syntaxes `##` begins a query. */
function queriesOf(text: string): readonly string[] {
  const comment = otherSyntax() === null ? /^#/ : /^#(?:\s|$)/;
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && (isLiteral.peek() || !comment.test(line)));
}

/** Applies the page's sources and filters, but not its query. */
function bodyOf(): KeywordsRequest {
  const { sourceID, filter, bbox, timeZone } = askedSet.peek();
  const other = otherSyntax();
  return {
    queries: queriesOf(list.peek()),
    ...(isLiteral.peek() && { literal: true }),
    ...(other !== null && { syntax: other }),
    ...(sourceID && { sourceID }),
    ...(filter && { filter }),
    ...(bbox && { bbox }),
    ...(timeZone && { timeZone }),
  };
}

export class KeywordList {
  readonly lines = signal<readonly KeywordLine[]>([]);
  readonly isRunning = signal(false);
  readonly fault = signal('');
  /** Whether the counted lines were searched as literal text. */
  readonly areLinesLiteral = signal(false);
  /** Null if the list is not translated yet. */
  readonly translation = signal<readonly TranslatedLine[] | null>(null);
  /** Keyed by counted line of another syntax: the query in our language. */
  readonly translations = signal<ReadonlyMap<string, string>>(new Map());
  #request: AbortController | null = null;

  /** Drops the results of an earlier list. */
  forget(): void {
    this.#request?.abort();
    this.translation.value = null;
    this.lines.value = [];
    this.fault.value = '';
  }

  /** A list of another tool is translated first, and counted on the next request. */
  async submit(): Promise<void> {
    const other = otherSyntax();
    if (other === null || this.translation.peek() !== null) await this.#count();
    else await this.#translate(other);
  }

  async #translate(from: TranslatedSyntax): Promise<void> {
    this.forget();
    this.#request = new AbortController();
    const { signal: ends } = this.#request;
    try {
      const translated = await translatedList(queriesOf(list.peek()), from, ends);
      if (!ends.aborted) this.translation.value = translated;
    } catch (reason) {
      if (!isAborted(reason)) this.fault.value = messageOf(reason);
    }
  }

  async #count(): Promise<void> {
    this.#request?.abort();
    this.#request = new AbortController();
    const { signal: ends } = this.#request;
    this.lines.value = [];
    this.fault.value = '';
    if (otherSyntax() !== null && askedSet.peek().timeZone !== undefined) {
      this.fault.value = t().keywordsNeedUtc;
      return;
    }
    const translated = this.translation.peek() ?? [];
    this.translations.value = new Map(
      translated.flatMap(({ written, query }) => (query === null ? [] : [[written, query] as const])),
    );
    this.isRunning.value = true;
    this.areLinesLiteral.value = isLiteral.peek();
    const found: KeywordLine[] = [];
    let shown = performance.now();
    try {
      for await (const line of client.lines('reportKeywords', {}, bodyOf(), { signal: ends })) {
        found.push(line as unknown as KeywordLine);
        if (performance.now() - shown < SHOWN_EVERY_MS) continue;
        shown = performance.now();
        this.lines.value = [...found];
      }
    } catch (reason) {
      if (!isAborted(reason)) this.fault.value = messageOf(reason);
    }
    // A later run has separate results.
    if (this.#request.signal !== ends) return;
    this.isRunning.value = false;
    if (!ends.aborted) this.lines.value = found;
  }

  async exportCsv(): Promise<void> {
    try {
      const answer = await client.open('reportKeywords', {}, { ...bodyOf(), format: 'csv' });
      save('keywords.csv', 'text/csv', await answer.text());
    } catch (reason) {
      this.fault.value = messageOf(reason);
    }
  }

  async take(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const bytes = await file.arrayBuffer();
    try {
      // Refuses other encodings, because their text would be searched as words that nobody wrote.
      list.value = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      this.forget();
    } catch {
      this.fault.value = t().keywordsNotUtf8(file.name);
    }
  }
}
