/** A source whose words are in a cluster: the index there, the local item store, and the case with the texts. */
import type { CaseReader } from '../../cases/case-reader.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import type { ClusterLink } from '../link/cluster-link.ts';

export interface ClusterSource {
  readonly name: string;
  readonly link: ClusterLink;
  /** The generation that was current when it was opened. */
  readonly index: string;
  readonly store: IndexReader;
  readonly caseReader: CaseReader;
}
