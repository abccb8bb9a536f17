/** Entry point of the process that builds a case on a cluster. */
import '../../indexing/v8-options.ts';
import { serveBuild } from '../../indexing/build-orders.ts';
import { buildCaseOnCluster, type ClusterCaseOptions } from './build-case.ts';

serveBuild<ClusterCaseOptions>(buildCaseOnCluster);
