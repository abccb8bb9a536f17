/** `report`: counts the items of each query of a list, with their families, and the items that no other query finds. */
import { type Command, Option } from 'commander';
import { type KeywordLines, listOfText } from '../../http/input/keyword-list.ts';
import { askedSyntax } from '../../http/input/query-text.ts';
import {
  answersBySource,
  csvReport,
  hintedLines,
  jsonReport,
  type KeywordReport,
} from '../../http/routes/lists/keyword-lines.ts';
import { keywordQuestions } from '../../http/routes/lists/keyword-questions.ts';
import { AppError } from '../../shared/errors.ts';
import { Utf8Decoder } from '../../shared/utf8-texts.ts';
import { askedSources } from '../asked-sources.ts';
import { type ExitCode, exitCodesHelp, incomplete, ok } from '../exit-codes.ts';
import { hashSetOption } from '../hash-sets/option.ts';
import { type OpenedSources, openSources, type SourceOptions } from '../open-sources.ts';
import { dataOption, defaultFieldsOf, type QueryOptions, withQueryOptions, zoneOf } from '../options.ts';
import { openList } from '../search-list.ts';
import type { Session } from '../session.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';
import { writeWhole } from '../whole-file.ts';

interface ReportOptions extends SourceOptions, QueryOptions {
  readonly csv?: boolean;
  readonly out?: string;
  readonly certificate?: string;
  readonly key?: string;
}

export function addReport(program: Command, session: Session): void {
  const command = program
    .command('report')
    .description('report how many items each query of a list finds')
    .argument('<list>', 'file with one query a line, - for stdin; # begins a comment, but not with --literal')
    .option('--case <dir>', 'case directory')
    .option('--sources <file>', 'sources file, as for serve; path or URL')
    .addOption(hashSetOption())
    .addOption(dataOption())
    .option('--csv', 'write CSV instead of JSON lines')
    .addOption(new Option('--out <file>', 'output file; default: stdout'))
    .option('--certificate <file>', 'file for a certificate of the report')
    .option('--key <file>', 'private key that "key new" made, to sign it; without it nothing is signed');
  withQueryOptions(command)
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (file: string, options: ReportOptions) => {
      session.exitCode = await report(file, options, session.terminal);
    });
}

async function report(file: string, options: ReportOptions, terminal: Terminal): Promise<ExitCode> {
  const list = await readList(file, options.literal === true);
  const sources = await openSources(options, terminal);
  try {
    const { opened, incomplete: missing } = sources;
    for (const { source, reason } of missing) {
      terminal.say(`case-access: ${printable(`source ${source} does not open and is not searched: ${reason}`)}`);
    }
    const report = { ...(await reported(list, options, sources, terminal)), missing };
    const hinted = hintedLines(report);
    if (hinted > 0) {
      terminal.say(
        `case-access: ${hinted} of ${report.list.lines.length} lines have hints about parts that were not searched as written`,
      );
    }
    const lines = options.csv ? csvReport(report) : jsonReport(report);
    if (options.out === undefined) for (const piece of lines) await terminal.write(piece.toString());
    else await writeWhole(options.out, asynchronous(lines));
    const isCurrent = opened.every(({ isStale }) => !isStale);
    return report.refused.size === 0 && missing.length === 0 && isCurrent ? ok : incomplete;
  } finally {
    await sources.close();
  }
}

/** Yields the result of each line of a list. */
export async function reported(
  list: KeywordLines,
  options: Omit<ReportOptions, 'csv' | 'out'>,
  sources: OpenedSources,
  terminal: Terminal,
): Promise<Omit<KeywordReport, 'missing'>> {
  const { defaultOperator, literal, certificate: file } = options;
  if (file !== undefined) {
    const { reportWithCertificate } = await import('../certificates/carried-certificate.ts');
    const { report, certificate } = await reportWithCertificate(list, options, sources, terminal);
    await writeWhole(file, asynchronous([Buffer.from(`${JSON.stringify(certificate, null, 2)}\n`)]));
    return report;
  }
  if (options.key !== undefined) throw new AppError('USAGE', 'With --key, give --certificate FILE.');
  const { parseQuery } = await import('../../../grammar/parse.ts');
  const how = { literal, ...zoneOf(options), ...(options.syntax === 'own' ? {} : { syntax: options.syntax }) };
  const questions = await keywordQuestions(list.texts, { defaultOperator, ...how }, { parseQuery });
  const syntax = askedSyntax(how);
  const named = { ...zoneOf(options), ...(syntax === undefined ? {} : { syntax }) };
  const request = { ...defaultFieldsOf(options), ...named, defaultOperator };
  const { found, refused } = await askedSources(sources, options).keywords(questions, request, terminal.signal);
  return { list, ...answersBySource(found, refused) };
}

export async function readList(file: string, areLiteral: boolean): Promise<KeywordLines> {
  const input = file === '-' ? process.stdin : await openList(file);
  return listOfText(decoded(input), areLiteral);
}

/** Decodes UTF-8, and drops a byte order mark. */
async function* decoded(input: AsyncIterable<Buffer>): AsyncGenerator<string, void, undefined> {
  const decoder = new Utf8Decoder('The list');
  let isFirst = true;
  for await (const piece of input) {
    for (const text of decoder.write(piece)) {
      yield isFirst ? text.replace(/^\ufeff/, '') : text;
      isFirst &&= text === '';
    }
  }
  decoder.end();
}

async function* asynchronous<T>(pieces: Iterable<T>): AsyncGenerator<T, void, undefined> {
  yield* pieces;
}

const EXAMPLES = `
Examples:
  case-access report keywords.txt --case /cases/4711 --csv --out report.csv
  case-access report keywords.txt --sources sources.json --out report.ndjson --certificate report.cert --key expert.key

One line per query, in the order of the list: items, items with their families, items that no other query finds. An invalid
query is named, the others are answered, and the exit code is 5.
`;
