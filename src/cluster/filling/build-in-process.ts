/** Builds a case on a cluster in a separate process, which runs cluster-build-process.ts. */
import { orderOf, runBuild } from '../../indexing/build-in-process.ts';
import type { BuildReport } from '../../indexing/build-index.ts';
import { buildCaseOnCluster, type ClusterCaseOptions } from './build-case.ts';

export async function buildOnClusterInProcess(options: ClusterCaseOptions): Promise<BuildReport> {
  const order = { ...orderOf(options), site: options.site };
  return runBuild(options, order, new URL('./cluster-build-process.js', import.meta.url), () =>
    buildCaseOnCluster(options),
  );
}
