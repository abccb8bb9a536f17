/** The cases of IPED next to the checkout, unpacked one after the other and compared with the output of other code. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** $SHARED names the folder (default ../shared). */
const cases = join(resolve(root, process.env.SHARED ?? '../shared'), 'cases', 'iped');

/**
 * Compares each case that has a file of goldens. If the command line names cases, compares only those. `inside` is the part of
 * a case that is needed. Sets the exit code to 1 if anything differs, and says so if there is no folder.
 */
export async function compareArchives({ title, golden = '', inside, compare, verdict }) {
  if (!existsSync(cases)) {
    console.log(`${title}: skipped: folder missing (${cases})`);
    return;
  }
  const asked = process.argv.slice(2);
  for (const archive of readdirSync(cases).filter((name) => name.endsWith('.tar.gz'))) {
    const name = archive.slice(0, -'.tar.gz'.length);
    const goldens = join(cases, 'golden', name);
    if ((asked.length > 0 && !asked.includes(name)) || !existsSync(join(goldens, golden))) continue;
    const directory = realpathSync(mkdtempSync(join(tmpdir(), 'iped-archive-')));
    try {
      execFileSync('tar', ['xzf', join(cases, archive), '-C', directory, `${name}/${inside}`]);
      const started = Date.now();
      const differences = await compare(join(directory, name, 'case'), goldens, join(directory, 'data'));
      for (const line of differences.slice(0, 20)) console.log(`  ${line.slice(0, 1000)}`);
      const result = differences.length === 0 ? verdict : `${differences.length} differences`;
      console.log(`${title}, ${name}: ${result} (${Math.round((Date.now() - started) / 1000)} s)`);
      if (differences.length > 0) process.exitCode = 1;
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
}

export function linesOf(path) {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : gunzipSync(readFileSync(`${path}.gz`)).toString();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
