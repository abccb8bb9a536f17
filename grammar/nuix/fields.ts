/** Maps fields of Nuix to ours, or to the reason why they have no equivalent. */
import type { Doubts } from '../dtsearch/doubts.ts';
import { refusal } from '../dtsearch/refusal.ts';

/** Fields that have other names here. */
const OWN: ReadonlyMap<string, string> = new Map([
  ['content', 'content'],
  ['name', 'name'],
  ['path-name', 'path'],
]);
/** Fields that Nuix derives from several properties, or computes itself. */
const UNMEANT: ReadonlySet<string> = new Set(
  (
    'properties text-properties date-properties integer-properties float-properties boolean-properties evidence-metadata kind flag tag item-set ' +
    'batch-load-guid digest-list digest-list-path production-set exclusion excluded has-exclusion has-text has-image has-binary has-comment has-tag ' +
    'has-custodian has-attachment cluster skintone named-entities entities contains-text encrypted deleted path-guid guid item-id is-item-original ' +
    'automatic-classification parent-guid root-guid audited top-level'
  ).split(' '),
);

/** Throws QuerySyntaxError for a field of Nuix that no case has. */
export function fieldOf(name: string, text: string, start: number, doubts: Doubts): string {
  const own = OWN.get(name);
  if (own !== undefined) return own;
  if (UNMEANT.has(name)) {
    throw refusal(
      text,
      start,
      `${name} is what Nuix made of a case: name a property of the case, or a bookmark, instead`,
    );
  }
  doubts.add(`${name} must be spelled like the property in the case, including upper and lower case`);
  return name;
}
