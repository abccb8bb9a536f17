/** Reads `w/5` and `pre/5`, in small or capital letters. */
import { refusal } from './refusal.ts';

export interface NearConnector {
  readonly isOrdered: boolean;
  readonly distance: number;
}

const NEAR = /^(w|pre)\/(.*)$/is;
const DISTANCE_MAX = 2_147_483_647;

/** Returns null for any other word. Throws QuerySyntaxError if the distance is not a number of words. */
export function nearConnector(text: string, start: number, chunk: string): NearConnector | null {
  const [, operator, number] = NEAR.exec(chunk) ?? [];
  if (operator === undefined || number === undefined) return null;
  if (/^[sp]$/i.test(number)) {
    throw refusal(text, start, 'sentences and paragraphs are not known here: write a number of words, as in w/20');
  }
  const distance = Number(number);
  if (!/^\d+$/.test(number) || distance < 1 || distance > DISTANCE_MAX) {
    throw refusal(text, start, 'the connector needs a whole number of words from 1, as in w/5');
  }
  return { isOrdered: operator.toLowerCase() === 'pre', distance };
}
