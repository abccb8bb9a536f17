/** `demo`: writes the sample cases into a folder and serves them, for a first look without a case of your own. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { exitCodesHelp } from '../exit-codes.ts';
import { wholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { printable } from '../terminal/terminal.ts';

interface DemoOptions {
  readonly folder: string;
  readonly host: string;
  readonly port: number;
}

/** The generator of the samples. A checkout and a package have it in the same place. */
const GENERATOR = new URL('../../../../data-samples/make.mjs', import.meta.url);

/** `serve` runs the command `serve` with arguments. */
export function addDemo(program: Command, session: Session, serve: (args: readonly string[]) => Promise<void>): void {
  program
    .command('demo')
    .description('write the sample cases into a folder and serve them')
    .option('--folder <dir>', 'folder for the cases and the data directory; created if missing', 'case-access-demo')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 picks a free one', wholeNumber(0, 65_535), 8080)
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async ({ folder, host, port }: DemoOptions) => {
      const cases = join(resolve(folder), 'cases');
      const sources = join(cases, 'sources.json');
      if (!existsSync(sources)) await writeSamples(cases);
      session.terminal.say(`The sample cases are in ${printable(cases)}. Open the address below in a browser.`);
      const data = join(resolve(folder), 'data');
      await serve(['--sources', sources, '--data', data, '--host', host, '--port', String(port)]);
    });
}

/** `sources.json` is written last, so a folder without it is incomplete and is written again. */
async function writeSamples(cases: string): Promise<void> {
  const { makeSamples } = (await import(GENERATOR.href)) as { makeSamples(dir: string): Promise<void> };
  await mkdir(cases, { recursive: true });
  await makeSamples(cases);
}

const EXAMPLES = `
Examples:
  case-access demo
  case-access demo --folder /tmp/samples --port 9000

The first start takes some seconds: it draws the pictures of the cases and builds their indexes. The cases are about two invented people of a
shipping firm: search for heron, x91 or "second ledger". Stop with Ctrl-C; delete the folder if you no longer need it.
`;
