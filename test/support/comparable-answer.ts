/** Answers of a source whose index has several parts, compared with those of one index of the same case. */
import type { Answer } from './http-client.ts';

/**
 * Returns status and text without what may differ: the time that an answer took, the position of its next page, which names the
 * state of the index, and `luceneId`, because struck documents have numbers, too.
 */
export function comparable({ status, text }: Pick<Answer, 'status' | 'text'>): readonly [status: number, text: string] {
  const same = text.replace(/"tookMs":[\d.]+/g, '"tookMs":0').replace(/"luceneId":\d+/g, '"luceneId":0');
  return [status, same.replace(/"next":"[^"]*"/g, '"next":"…"')];
}
