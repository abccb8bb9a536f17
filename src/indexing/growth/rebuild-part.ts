/** Builds one part of an index again, as it was built after the parts before it. */
import type { ItemPart } from '../../cases/case-reader.ts';
import { openCase } from '../../cases/open-case.ts';
import type { ListedPart } from '../../engine/index-parts.ts';
import { IndexReader } from '../../engine/index-reader.ts';
import { asUnusable, type BuildReport, buildIndex, buildScope } from '../build-index.ts';
import type { BuildOptions } from '../case-build.ts';
import { readCaseFiles } from './case-files.ts';
import { EarlierParts } from './earlier-parts.ts';

/**
 * Builds the last of these parts alone. `isLast`: no other part comes after it. Returns null if the case no longer has its
 * files, or the part cannot follow the earlier ones.
 */
export async function rebuildPart(
  listed: readonly ListedPart[],
  isLast: boolean,
  options: BuildOptions,
): Promise<BuildReport | null> {
  const { directory } = listed.at(-1)!;
  const record = readCaseFiles(directory);
  // An index of a case that cannot grow.
  if (listed.length === 1 && record === null) return buildIndex(options);
  const reader = await openCase(options.casePath, options.formats, options.caseOptions);
  const earlier = await EarlierParts.open(listed.slice(0, -1), reader);
  try {
    const growth = (await reader.growth?.()) ?? null;
    if (earlier === null || growth === null || record === null) return null;
    reader.resumeAfter?.(earlier.facts);
    const parts = record.files.map(({ file }) => reader.parts.find((part) => part.file === file));
    if (parts.includes(undefined)) return null;
    const facts = { dataDir: options.dataDir, fingerprint: await fingerprintOf(directory), growth };
    const scope = { parts: parts as ItemPart[], earlier, isAlone: true, isCutShort: !isLast };
    const found = await buildScope(options, reader, { ...facts, started: performance.now() }, scope);
    return 'restart' in found ? null : found;
  } catch (error) {
    throw asUnusable(error);
  } finally {
    await earlier?.close();
    await reader.close();
  }
}

/** An earlier part has the fingerprint that the case had when the part was built. */
async function fingerprintOf(directory: string): Promise<string> {
  const index = await IndexReader.open(directory);
  try {
    return index.header.caseFingerprint;
  } finally {
    await index.close();
  }
}
