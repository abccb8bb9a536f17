/** Builds one part of an index again, as it was built after the parts before it. */
import { openCase } from '../../cases/open-case.ts';
import { IndexReader } from '../../engine/index-reader.ts';
import { asUnusable, type BuildReport, buildIndex, buildScope } from '../build-index.ts';
import type { BuildOptions } from '../case-build.ts';
import { readCaseFiles } from './case-files.ts';
import { EarlierParts } from './earlier-parts.ts';

/**
 * Builds the last of these parts alone. `isLast`: no other part comes after it. Returns null if the case does not have its files
 * any more, or the part cannot follow the earlier ones.
 */
export async function rebuildPart(
  directories: readonly string[],
  isLast: boolean,
  options: BuildOptions,
): Promise<BuildReport | null> {
  if (directories.length === 1 && isLast) return buildIndex(options);
  const reader = await openCase(options.casePath, options.formats, options.caseOptions);
  const earlier = await EarlierParts.open(directories.slice(0, -1), reader);
  try {
    const growth = (await reader.growth?.()) ?? null;
    const record = readCaseFiles(directories.at(-1)!);
    if (earlier === null || growth === null || record === null) return null;
    reader.resumeAfter?.(earlier.facts);
    const from = earlier.parts.reduce((sum, part) => sum + part.record.files.length, 0);
    const parts = reader.parts.slice(from, from + record.files.length);
    const facts = { dataDir: options.dataDir, fingerprint: await fingerprintOf(directories.at(-1)!), growth };
    const scope = { parts, earlier, isAlone: true, isCutShort: !isLast };
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
