/** Creates a generation from only the parts that stay, if no file of the case is new or changed. */
import { rmSync } from 'node:fs';
import { writeParts } from '../../engine/index-parts.ts';
import { type BuildReport, ProblemLog } from '../build-report.ts';
import { beginGeneration, indexKey } from '../generations.ts';
import { type FinishedBuild, publishBuild } from '../publish-build.ts';
import type { EarlierParts } from './earlier-parts.ts';
import { linkParts } from './part-links.ts';
import { totalsOfParts } from './part-totals.ts';

type Keeping = Omit<FinishedBuild, 'building' | 'log'> & { readonly dataDir: string; readonly fingerprint: string };

/** Returns why the parts do not have all items of the case, or the report of the build. */
export async function keepParts(
  earlier: EarlierParts,
  { dataDir, fingerprint, ...build }: Keeping,
): Promise<BuildReport | { readonly reason: string }> {
  const { reader, directory } = build;
  if (reader.countProblem(earlier.records) !== null) return { reason: 'the case announces another number of items' };
  const building = beginGeneration(directory);
  const directories = earlier.parts.map((part) => part.directory);
  let log: ProblemLog | null = null;
  try {
    log = new ProblemLog(dataDir, indexKey(reader.realPath), directories);
    linkParts(building, directories);
    writeParts(building, { fingerprint, parts: earlier.list });
    return await publishBuild({ ...build, building, log }, totalsOfParts(earlier.parts));
  } catch (error) {
    log?.abandon();
    rmSync(building, { recursive: true, force: true });
    throw error;
  }
}
