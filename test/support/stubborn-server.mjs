/** The compiled server with engine processes that some searches break (stubborn-engine.mjs), and options of `serve` for tests. */
import { parseArgs } from 'node:util';
import { openLog } from '../../dist/src/cli/log.js';
import { startCaseServer } from '../../dist/src/cli/running-server.js';
import { ProgressBoard } from '../../dist/src/cli/terminal/progress.js';
import { loadSourcesFile } from '../../dist/src/sources/sources-file.js';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    sources: { type: 'string' },
    data: { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string' },
    'search-timeout': { type: 'string' },
  },
});
const say = (line) => console.error(line);
const stopping = new Promise((resolve) => {
  process.once('SIGTERM', resolve);
});
const server = await startCaseServer({
  definitions: await loadSourcesFile(values.sources),
  dataDir: values.data,
  host: values.host,
  port: Number(values.port),
  access: { allowedHosts: [], sourceRoots: [], mayAddSources: true },
  lockLeaseMs: 30_000,
  engineProcesses: 2,
  engineEntry: new URL('./stubborn-engine.mjs', import.meta.url),
  searchSeconds: Number(values['search-timeout']),
  queryMebibytes: 256,
  board: new ProgressBoard(process.stderr),
  log: openLog(process.stderr),
  say,
});
say(`case-access listens on ${server.url}`);
await stopping;
await server.stop();
