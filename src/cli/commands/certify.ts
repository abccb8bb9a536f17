/** `certify`: writes a certificate of the result of a query on cases. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { Certificate, CertifiedQuery } from '../../certificates/certificate.ts';
import { UTC } from '../../schema/zone-clock.ts';
import { readPrivateKey } from '../certificates/key-files.ts';
import { type NamedCase, namedCase, withIds, withOpenCases } from '../certificates/named-cases.ts';
import { exitCodesHelp } from '../exit-codes.ts';
import { type HashSetOption, hashSetOption, readyHashSets } from '../hash-sets/option.ts';
import {
  caseOptionsOf,
  dataOption,
  type MappingOption,
  mappingOption,
  type QueryOptions,
  withQueryOptions,
} from '../options.ts';
import type { Session } from '../session.ts';
import { printHints } from '../terminal/hints.ts';
import { formatCount } from '../terminal/quantities.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';

interface CertifyOptions extends QueryOptions, MappingOption, HashSetOption {
  readonly case: readonly NamedCase[];
  readonly data: string;
  readonly key?: string;
  readonly out: string;
  readonly references?: string;
  readonly filter: readonly string[];
  readonly expand: CertifiedQuery['expand'];
  readonly collapse?: string;
  readonly bbox?: string;
}

/** Repeatable. */
export function caseOption(): Option {
  return new Option(
    '--case <[id=]dir>',
    'case directory, with the id of its source; repeatable, in the order of the sources',
  )
    .argParser((text: string, before: readonly NamedCase[] = []) => [...before, namedCase(text)])
    .makeOptionMandatory();
}

const EXPANSIONS = ['children', 'parents', 'family', 'duplicates', 'thread', 'neardup'] as const;

export function addCertify(program: Command, session: Session): void {
  const command = program
    .command('certify')
    .description('certify the items that a query finds, so that others can repeat the search and compare')
    .argument('<query>', 'the query; if empty, all items')
    .addOption(caseOption())
    .addOption(dataOption())
    .addOption(mappingOption())
    .addOption(hashSetOption())
    .option('--key <file>', 'private key that "key new" made; without it nothing is signed')
    .requiredOption('--out <file>', 'file for the certificate')
    .option('--references <file>', 'file for the items, and for the members of the bookmarks that the query names')
    .addOption(
      new Option('--filter <query>', 'a further query that each item must match; repeatable')
        .argParser(collect)
        .default([], 'none'),
    )
    .addOption(
      new Option('--expand <relation...>', 'items added to the set').choices(EXPANSIONS).default([], 'nothing'),
    )
    .option('--collapse <field>', 'one item for each value of the field')
    .option('--bbox <degrees>', 'west,south,east,north: only items with a place in this area');
  withQueryOptions(command)
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (query: string, options: CertifyOptions) => {
      await certify(query, options, session.terminal);
    });
}

function collect(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

async function certify(q: string, options: CertifyOptions, terminal: Terminal): Promise<void> {
  const { certifiedSearch } = await import('../certificates/certified-search.ts');
  const { withStoredItems } = await import('../certificates/named-items.ts');
  const { defaultOperator, syntax, timeZone, literal, fields, expand, collapse, bbox, filter, data } = options;
  const query = {
    q,
    defaultOperator,
    syntax: syntax === 'own' ? null : syntax,
    timeZone: timeZone ?? UTC,
    ...(literal === true ? { literal } : {}),
    fields: fields === undefined ? null : [...fields],
    expand,
    collapse: collapse ?? null,
    bbox: bbox ?? null,
    filter: [...filter],
  };
  const key = await readPrivateKey(options.key);
  const hashLists = await readyHashSets(
    options,
    options.case.map(({ path }) => path),
    terminal,
  );
  const opening = { dataDir: data, caseOptions: await caseOptionsOf(options) };
  const list = options.references === undefined ? null : await NewFile.open(options.references);
  const out = await NewFile.open(options.out);
  try {
    const certificate = await withOpenCases(withIds(options.case), opening, terminal, (sources) =>
      withStoredItems(data, (named) =>
        certifiedSearch(
          {
            query,
            sources,
            named,
            ...(hashLists === undefined ? {} : { hashLists }),
            key,
            onFinding: (finding) => terminal.say(`case-access: ${printable(finding)}`),
            ...(list === null ? {} : { onLines: (lines) => list.add(lines) }),
          },
          terminal,
        ),
      ),
    );
    out.add(`${JSON.stringify(certificate, null, 2)}\n`);
    await list?.finish();
    await out.finish();
    printHints(certificate.hints ?? [], terminal);
    await report(certificate, terminal);
  } finally {
    await list?.abandon();
    await out.abandon();
  }
}

async function report({ total, sources, signature }: Certificate, terminal: Terminal): Promise<void> {
  const unread = sources.reduce((sum, { unreadable }) => sum + unreadable.count, 0);
  await terminal.write(`${formatCount(total, 'item')} certified${signature === null ? ', not signed' : ''}\n`);
  if (unread === 0) return;
  terminal.say(
    `case-access: ${formatCount(unread, 'part')} could not be read or searched: the certificate says so; the build report lists them`,
  );
}

/** A file that is renamed into place when it is complete. */
class NewFile {
  readonly #file: string;
  readonly #handle: FileHandle;
  #writing: Promise<unknown> = Promise.resolve();
  #isOver = false;

  private constructor(file: string, handle: FileHandle) {
    this.#file = file;
    this.#handle = handle;
  }

  static async open(file: string): Promise<NewFile> {
    return new NewFile(file, await open(`${file}.partial`, 'w'));
  }

  /** Appends sequentially. */
  add(text: string): void {
    this.#writing = this.#writing.then(() => this.#handle.appendFile(text));
  }

  async finish(): Promise<void> {
    await this.#writing;
    await this.#handle.sync();
    await this.#handle.close();
    this.#isOver = true;
    await rename(`${this.#file}.partial`, this.#file);
  }

  async abandon(): Promise<void> {
    if (this.#isOver) return;
    await this.#writing.catch(() => undefined);
    await this.#handle.close();
    await rm(`${this.#file}.partial`, { force: true });
  }
}

const EXAMPLES = `
Examples:
  case-access key new --out expert.key
  case-access certify 'invoice AND type:pdf' --case laptop=/cases/4711 --key expert.key --out invoices.cert
  case-access certify heron --case /cases/4711 --case /cases/4712 --out heron.cert --references heron.tsv

A missing or stale index is built first. docs/certificates.md says what a certificate means.
`;
