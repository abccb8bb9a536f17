/** Checks the index of a generation, or each of its parts and their entries in the generation's list. */
import { join } from 'node:path';
import type { CaseReader } from '../../cases/case-reader.ts';
import type { IndexHeader } from '../../engine/format.ts';
import {
  type IndexPart,
  type ListedPart,
  listedParts,
  PARTS_FILE,
  partName,
  readParts,
} from '../../engine/index-parts.ts';
import { IndexReader } from '../../engine/index-reader.ts';
import { verifyStructure } from '../../engine/verify/verify-structure.ts';
import type { Pause, VerifyFindings } from '../../engine/verify-findings.ts';
import { readCaseFiles } from './case-files.ts';

export interface VerifiedParts {
  readonly parts: readonly ListedPart[];
  /** The headers of the parts, as far as they are sound. */
  readonly headers: readonly IndexHeader[];
  /** The fingerprint of the indexed case; null if it is unknown. */
  readonly fingerprint: string | null;
}

/** Throws INDEX_FORMAT, and errors of `pause`. */
export async function verifyParts(generation: string, findings: VerifyFindings, pause: Pause): Promise<VerifiedParts> {
  const headers: IndexHeader[] = [];
  const none = { parts: [], headers, fingerprint: null };
  const list = orFinding(findings, PARTS_FILE, () => readParts(generation));
  if (list === undefined) return none;
  if (list === null) {
    const header = await verifyStructure(generation, findings, pause);
    checkCaseFiles(generation, findings);
    if (header !== null) headers.push(header);
    return { parts: [{ directory: generation, struck: [] }], headers, fingerprint: header?.caseFingerprint ?? null };
  }
  findings.checked('parts', list.parts.length);
  // Each part is checked even if another part differs from its entry in the list.
  orFinding(findings, PARTS_FILE, () => listedParts(generation));
  const parts = list.parts.map(({ struck = [] }, n) => ({ directory: join(generation, partName(n)), struck }));
  for (const [n, { directory }] of parts.entries()) {
    findings.enter(partName(n));
    const header = await verifyStructure(directory, findings, pause);
    checkCaseFiles(directory, findings);
    if (header === null) continue;
    headers.push(header);
    await checkIds(directory, list.parts[n]!, findings);
  }
  findings.enter(null);
  return { parts, headers, fingerprint: list.fingerprint };
}

/** Whether all parts are sound enough to be compared with the case. */
export function areWhole({ parts, headers }: VerifiedParts): boolean {
  return parts.length > 0 && headers.length === parts.length;
}

/** A complete build has an item for every record that the case announces. */
export function compareCounts(
  { headers, parts }: VerifiedParts,
  { itemCountExpected }: CaseReader,
  findings: VerifyFindings,
): void {
  if (itemCountExpected === null || !headers.every(({ isComplete }) => isComplete)) return;
  const struck = parts.flatMap((part) => part.struck).reduce((sum, [from, to]) => sum + to - from, 0);
  const items = headers.reduce((sum, { documentCount }) => sum + documentCount, 0) - struck;
  if (items === itemCountExpected) return;
  findings.add('header', `${items} items, but the case has ${itemCountExpected}`);
}

async function checkIds(directory: string, part: IndexPart, findings: VerifyFindings): Promise<void> {
  let ids: Uint32Array | null = null;
  try {
    const index = await IndexReader.open(directory);
    ids = index.ids;
    await index.close();
  } catch (error) {
    findings.addError('ids', error);
  }
  if (ids === null) return;
  let [first, last] = [Number.POSITIVE_INFINITY, -1];
  for (const id of ids) {
    if (id < first) first = id;
    if (id > last) last = id;
  }
  findings.expect(
    ids.length === part.items && first === part.firstId && last === part.lastId,
    () => 'ids',
    () => `${ids.length} items from ${first} to ${last}, but ${PARTS_FILE} has another number or other ids`,
  );
}

/** Checks the record of the files. The index of a case that cannot grow has none. */
function checkCaseFiles(directory: string, findings: VerifyFindings): void {
  const record = orFinding(findings, 'case-files.json', () => readCaseFiles(directory));
  if (record !== undefined && record !== null) findings.checked('case files', record.files.length);
}

function orFinding<T>(findings: VerifyFindings, where: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    findings.addError(where, error);
    return undefined;
  }
}
