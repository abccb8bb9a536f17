/** The id of a mail that has none: made of all of its properties, so that equal records are duplicates, whatever their source. */
import { createHash } from 'node:crypto';
import type { TreeItem } from '../item-kinds.ts';

const DIGITS = 32;

export function madeId({ properties }: Pick<TreeItem, 'properties'>): string {
  const hash = createHash('sha256');
  for (const property of properties) hash.update(JSON.stringify(property));
  return `no-id:${hash.digest('hex').slice(0, DIGITS)}`;
}
