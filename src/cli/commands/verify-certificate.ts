/** `verify-certificate`: runs the query of a certificate again over cases, and reports equality or the differences. */
import type { Command } from 'commander';
import type { Certificate } from '../../certificates/certificate.ts';
import type { ParsedSection } from '../../certificates/reference-list.ts';
import type { NamedItems } from '../../search/named-sets.ts';
import { AppError } from '../../shared/errors.ts';
import { NOTHING_NAMED } from '../asked-sources.ts';
import type { GivenReport } from '../certificates/given-report.ts';
import { readPublicKey } from '../certificates/key-files.ts';
import { type NamedCase, withOpenCases } from '../certificates/named-cases.ts';
import { type ExitCode, exitCodesHelp, notSound, ok } from '../exit-codes.ts';
import { type HashSetOption, hashSetOption, readyHashSets } from '../hash-sets/option.ts';
import {
  caseOptionsOf,
  dataOption,
  type EvidenceOption,
  evidenceRootOption,
  jsonOption,
  type MappingOption,
  mappingOption,
  warnOfMissingRoots,
} from '../options.ts';
import type { Session } from '../session.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';
import { caseOption } from './certify.ts';

interface VerifyOptions extends MappingOption, HashSetOption, Partial<EvidenceOption> {
  readonly case: readonly NamedCase[];
  readonly data: string;
  readonly key?: string;
  readonly references?: string;
  readonly keywords?: string;
  readonly deep?: boolean;
  readonly json?: boolean;
}

/** Maximum number of lines shown. The total is reported. */
export const DIFFERENCES_SHOWN_MAX = 20;

export function addVerifyCertificate(program: Command, session: Session): void {
  program
    .command('verify-certificate')
    .description('run the query of a certificate again, and compare the results')
    .argument('<certificate>', 'the certificate')
    .addOption(caseOption())
    .addOption(dataOption())
    .addOption(mappingOption())
    .addOption(evidenceRootOption())
    .addOption(hashSetOption())
    .option('--key <file>', 'public key (FILE.pub) of the required signer')
    .option('--references <file>', 'the list that certify wrote: it is checked, and bookmarks are taken from it')
    .option('--keywords <file>', 'for a search term report: its list of queries, or the report as JSON lines')
    .option('--deep', 'also read contents, and compare them with the hashes of the case')
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (file: string, options: VerifyOptions) => {
      session.exitCode = await verify(file, options, session.terminal);
    });
}

async function verify(file: string, options: VerifyOptions, terminal: Terminal): Promise<ExitCode> {
  const { readCertificate, readReferenceFile } = await import('../certificates/certificate-files.ts');
  const { differencesOf } = await import('../../certificates/certificate-differences.ts');
  const certificate = await readCertificate(file);
  await warnOfMissingRoots(options, terminal);
  const key = await readPublicKey(options.key);
  const list = options.references === undefined ? null : await readReferenceFile(options.references);
  const { signatureFindings } = await import('../certificates/signature-findings.ts');
  const found = [...signatureFindings(certificate, key)];
  const report = await reportGiven(certificate, options.keywords);
  const output = { terminal, onFinding: (finding: string) => found.push(finding) };
  const again = await repeated(certificate, { list, report }, options, output);
  if (list !== null) found.push(...listFindings(certificate, list));
  found.push(...differencesOf(certificate, again));
  const indexes = again.sources.map(({ indexIdentity }) => indexIdentity).join(', ');
  // Shown but not compared: a later program and another index must find the same.
  terminal.say(`case-access: repeated with ${again.program}, analysis ${again.analysis}, indexes ${indexes}`);
  return printDifferences(found, options.json === true, terminal);
}

/** Prints `equal`, or one line for each difference, which gives exit code 4. */
export async function printDifferences(
  found: readonly string[],
  isJson: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  const shown = found.slice(0, DIFFERENCES_SHOWN_MAX);
  if (isJson) {
    await terminal.write(`${JSON.stringify({ equal: found.length === 0, differences: shown, count: found.length })}\n`);
  } else if (found.length === 0) await terminal.write('equal\n');
  for (const line of isJson ? [] : shown) await terminal.write(`${printable(line)}\n`);
  if (found.length > shown.length) terminal.say(`case-access: ${found.length - shown.length} more differences`);
  return found.length === 0 ? ok : notSound;
}

interface Output {
  readonly terminal: Terminal;
  readonly onFinding: (finding: string) => void;
}

/** Throws AppError USAGE if a file is given but the certificate is not of a report, or vice versa. */
async function reportGiven({ report, query }: Certificate, file: string | undefined): Promise<GivenReport | null> {
  if (report === undefined && file === undefined) return null;
  if (report !== undefined && file !== undefined) {
    const { readReport } = await import('../certificates/given-report.ts');
    return readReport(file, query.literal === true);
  }
  throw new AppError(
    'USAGE',
    file === undefined
      ? 'The certificate is of a search term report: give its list, or the report, with --keywords FILE.'
      : 'The certificate is not of a search term report: remove --keywords.',
  );
}

interface Given {
  readonly list: readonly ParsedSection[] | null;
  readonly report: GivenReport | null;
}

async function repeated(
  certificate: Certificate,
  { list, report }: Given,
  options: VerifyOptions,
  { terminal, onFinding }: Output,
): Promise<Certificate> {
  const { asksForSets, certifiedList, certifiedSearch } = await import('../certificates/certified-search.ts');
  const { listedItems, withStoredItems } = await import('../certificates/named-items.ts');
  const { case: cases, data, deep = false } = options;
  const { canonical: _again, ...query } = certificate.query;
  const hashLists = await readyHashSets(
    options,
    options.case.map(({ path }) => path),
    terminal,
  );
  const opening = { dataDir: data, caseOptions: await caseOptionsOf(options) };
  const search = (named: NamedItems): Promise<Certificate> =>
    withOpenCases(mapped(certificate, cases), opening, terminal, async (sources) => {
      const given = {
        query,
        sources,
        dataDir: data,
        named,
        key: null,
        isDeep: deep,
        onFinding,
        ...(hashLists === undefined ? {} : { hashLists }),
      };
      if (report === null) return certifiedSearch(given, terminal);
      const { report: repeated, certificate: again } = await certifiedList(report.list, given, terminal);
      const { differentLines } = await import('../certificates/given-report.ts');
      for (const line of differentLines(report, repeated)) onFinding(line);
      return again;
    });
  const needsSets = asksForSets(query) || certificate.bookmarks.length > 0;
  if (list !== null) return search(listedItems(list));
  return withStoredItems(data, (named) => search(needsSets ? orSay(named, certificate) : named));
}

/** Returns `named`. Throws AppError NOT_FOUND if a bookmark of the certificate is missing. */
function orSay(named: NamedItems, { bookmarks }: Certificate): NamedItems {
  const known = new Set(named.names());
  const missing = bookmarks.find(({ name }) => (name === null ? named === NOTHING_NAMED : !known.has(name)));
  if (missing === undefined) return named;
  const set = missing.name === null ? 'selection' : `bookmark ${JSON.stringify(missing.name)}`;
  const what = `The certificate uses the ${set}, which is not in the data directory`;
  throw new AppError('NOT_FOUND', `${what}: it cannot be repeated without --references FILE.`);
}

/** Assigns the cases to the sources of the certificate: by id if ids are given, otherwise in order. */
function mapped(
  { sources }: Certificate,
  cases: readonly NamedCase[],
): { readonly id: string; readonly path: string }[] {
  if (cases.length !== sources.length) {
    throw new AppError(
      'USAGE',
      `The certificate is about ${sources.length} sources, but you named ${cases.length}: give --case for each.`,
    );
  }
  const byId = new Map(cases.flatMap((one) => (one.id === null ? [] : [[one.id, one] as const])));
  const stray = [...byId.keys()].find((id) => sources.every((source) => source.id !== id));
  if (stray !== undefined) {
    throw new AppError(
      'USAGE',
      `The certificate has no source ${JSON.stringify(stray)}; it has ${sources.map(({ id }) => JSON.stringify(id)).join(', ')}.`,
    );
  }
  const unnamed = cases.filter(({ id }) => id === null);
  return sources.map(({ id }) => ({ id, path: (byId.get(id) ?? unnamed.shift())!.path }));
}

/** Returns a finding for each digest of the certificate that does not match this list. */
function listFindings(certificate: Certificate, [main, ...others]: readonly ParsedSection[]): string[] {
  const findings = main?.digest === certificate.digest ? [] : ['the list of items is not the one that was certified'];
  for (const { name, digest } of others) {
    const certified = certificate.bookmarks.find((bookmark) => bookmark.name === name);
    if (certified?.digest !== digest)
      findings.push(`the list of members of ${JSON.stringify(name)} is not the one that was certified`);
  }
  return findings;
}

const EXAMPLES = `
Examples:
  case-access verify-certificate invoices.cert --case laptop=/cases/4711 --key expert.key.pub
  case-access verify-certificate heron.cert --case /cases/4711 --case /cases/4712 --references heron.tsv --deep
  case-access verify-certificate report.cert --case /cases/4711 --keywords keywords.txt

Prints "equal", or the differences with exit code 4. A missing or stale index is built first. docs/certificates.md says what a
certificate means.
`;
