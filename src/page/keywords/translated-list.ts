/** Translates lists in the syntaxes of other tools with the grammar itself, which is loaded on demand. */
import type { TranslatedLine, TranslatedSyntax } from '../../../grammar/texts/translated-line.ts';

export type ListSyntax = 'own' | TranslatedSyntax;

export const LIST_SYNTAXES: readonly ListSyntax[] = [
  'own',
  'dtsearch',
  'dtsearch-noise',
  'relativity',
  'relativity-noise',
  'nuix',
];

/** Lines between two pauses, so that the page responds while a long list is translated. */
const LINES_AT_ONCE = 500;

/** Throws the reason of the signal. */
export async function translatedList(
  lines: readonly string[],
  syntax: TranslatedSyntax,
  signal: AbortSignal,
): Promise<readonly TranslatedLine[]> {
  const { translatedLine } = await import('../../../grammar/texts/translated-line.ts');
  const translated: TranslatedLine[] = [];
  for (const written of lines) {
    if (translated.length % LINES_AT_ONCE === LINES_AT_ONCE - 1) await new Promise((done) => setTimeout(done));
    signal.throwIfAborted();
    translated.push(translatedLine(written, syntax));
  }
  return translated;
}
