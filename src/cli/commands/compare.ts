/** `compare`: lists the common and the different items of two certificates. */
import type { Command } from 'commander';
import type { Certificate } from '../../certificates/certificate.ts';
import type { ParsedSection } from '../../certificates/reference-list.ts';
import { AppError } from '../../shared/errors.ts';
import { type ExitCode, exitCodesHelp } from '../exit-codes.ts';
import { jsonOption } from '../options.ts';
import type { Session } from '../session.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';
import { printDifferences } from './verify-certificate.ts';

export function addCompare(program: Command, session: Session): void {
  program
    .command('compare')
    .description('compare two certificates, and the lists of their items')
    .argument('<first>', 'a certificate')
    .argument('<second>', 'another certificate')
    .argument('[lists...]', 'the lists that certify --references wrote, in the same order')
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (first: string, second: string, lists: readonly string[], { json }: { readonly json?: boolean }) => {
      session.exitCode = await compare([first, second], lists, json === true, session.terminal);
    });
}

async function compare(
  files: readonly [string, string],
  lists: readonly string[],
  isJson: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  if (lists.length !== 0 && lists.length !== 2) throw new AppError('USAGE', 'Give both lists of items, or none.');
  const { readCertificate, readReferenceFile } = await import('../certificates/certificate-files.ts');
  const { differencesOf } = await import('../../certificates/certificate-differences.ts');
  const { comparable, differentItems, digestUnderFirst } = await import('../../certificates/matched-sources.ts');
  const [first, second] = [await readCertificate(files[0]), await readCertificate(files[1])];
  const matched = comparable(first, second);
  const isRenamed = !first.sources.every(({ id }, i) => second.sources[i]?.id === id);
  const parsed = lists.length === 2 ? [await readReferenceFile(lists[0]!), await readReferenceFile(lists[1]!)] : null;
  // Digests include the names of sources.
  const digest = !isRenamed ? second.digest : parsed === null ? null : digestUnderFirst(first, parsed[1]![0]!, matched);
  const same = { ...matched.second, digest: digest ?? first.digest };
  if (!isJson)
    for (const line of inCommon(matched.first, same, digest !== null)) await terminal.write(`${printable(line)}\n`);
  const found = differencesOf(matched.first, same);
  if (digest === null) found.push('the sources have other names: give both lists of items to compare them');
  if (parsed !== null) {
    const [a, b] = parsed as [readonly ParsedSection[], readonly ParsedSection[]];
    found.push(...ofCertificate(first, a, files[0]), ...ofCertificate(second, b, files[1]));
    found.push(...differentItems(a[0]!, b[0]!, matched.idOfSecond));
  }
  return printDifferences(found, isJson, terminal);
}

function inCommon(first: Certificate, second: Certificate, isDigestKnown: boolean): string[] {
  const same = first.sources.filter(({ caseIdentity }, i) => second.sources[i]?.caseIdentity === caseIdentity);
  const lines = same.map(({ id, caseIdentity }) => `in common: the case ${caseIdentity} (${id})`);
  if (first.query.canonical === second.query.canonical) lines.push(`in common: the query ${first.query.canonical}`);
  if (first.total === second.total) lines.push(`in common: the total of ${first.total}`);
  if (isDigestKnown && first.digest === second.digest) lines.push('in common: the items');
  return lines;
}

function ofCertificate(certificate: Certificate, [main]: readonly ParsedSection[], file: string): string[] {
  return main?.digest === certificate.digest ? [] : [`the list of items of ${file} is not the one that was certified`];
}

const EXAMPLES = `
Examples:
  case-access compare mine.cert yours.cert
  case-access compare mine.cert yours.cert mine.tsv yours.tsv

Needs no case. With the lists of both it names the items that only one of them has; exit code 4 says that something differs.
`;
