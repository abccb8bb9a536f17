/**
 * Checks the version of Node before the command line loads. If it is too old, a checkout runs the command again on the Node
 * that `make` fetched. Elsewhere the process ends with a message. Imports nothing that an old Node lacks.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NEEDED = [22, 18] as const;
const MARK = 'CASE_ACCESS_ON_FETCHED_NODE';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  const fetched = fetchedNode();
  if (existsSync(fetched)) await runOn(fetched);
  process.stderr.write(
    `case-access needs Node ${NEEDED.join('.')} or later, but this is ${process.versions.node}: see https://nodejs.org, or run "make build" in a checkout\n`,
  );
  process.exit(1);
}
if (process.env[MARK] !== undefined) {
  delete process.env[MARK];
  // The starting process was killed, so this command ends as well.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.channel?.unref();
}

function fetchedNode(): string {
  const path = `.node/node_modules/node-${process.platform}-${process.arch}/bin/node`;
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}

/** Never resolves, because this process ends together with the command. */
function runOn(node: string): Promise<never> {
  const child = spawn(node, process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [MARK]: '1' },
    // Ctrl-C in a terminal reaches only this process, which passes it on.
    detached: true,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise<never>((_, fail) => {
    child.on('error', fail);
    child.on('exit', (code, signal) => {
      if (signal === null) process.exit(code ?? 1);
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  });
}
