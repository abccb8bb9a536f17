/** Entry point of the process that build-in-process.ts starts. */
import './v8-options.ts';
import { buildIndex } from './build-index.ts';
import { serveBuild } from './build-orders.ts';

serveBuild(buildIndex);
