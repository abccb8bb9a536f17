/**
 * Opens a source on a cluster in the process that searches it. Does not call the cluster yet, so that a new process does not
 * depend on it.
 */
import type { CaseOptions } from '../../cases/case-format.ts';
import { CASE_FORMATS, openCase } from '../../cases/open-case.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { ClusterAddress } from '../link/cluster-address.ts';
import { ClusterLink } from '../link/cluster-link.ts';
import type { ClusterSource } from './cluster-source.ts';

/** Plain data, so that it can be sent to a process. */
export interface ClusterOpening {
  readonly address: ClusterAddress;
  /** The generation that is searched. */
  readonly index: string;
  readonly casePath: string;
  readonly caseOptions: CaseOptions;
}

export async function openClusterSource(
  name: string,
  store: IndexReader,
  { address, index, casePath, caseOptions }: ClusterOpening,
): Promise<ClusterSource> {
  const caseReader = await openCase(casePath, CASE_FORMATS, caseOptions);
  return { name, link: new ClusterLink(address), index, store, caseReader };
}

/** Does not close the item store, which belongs to the code that opened it. */
export async function closeClusterSource({ link, caseReader }: ClusterSource): Promise<void> {
  await link.close();
  await caseReader.close();
}
