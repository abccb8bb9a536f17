/** `node timed-build.js CASE DATA`: builds an index with the code and options of a build process, and prints the report. */
// Imported first, like in a build process.
import '../../src/indexing/v8-options.ts';
import { buildIndex } from '../../src/indexing/build-index.ts';

const [casePath, dataDir] = process.argv.slice(2);
console.log(JSON.stringify(await buildIndex({ casePath: casePath!, dataDir: dataDir! })));
