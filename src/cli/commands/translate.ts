/** `translate`: translates each line of a list from another tool's syntax to ours, with its uncertainties. */
import { type Command, Option } from 'commander';
import type { Translation } from '../../../grammar/dtsearch/parse.ts';
import type { RequestSyntax } from '../../../grammar/texts/syntaxes.ts';
import { type ExitCode, exitCodesHelp, incomplete, ok } from '../exit-codes.ts';
import { jsonOption } from '../options.ts';
import { listedQueries } from '../search-list.ts';
import type { Session } from '../session.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';

interface TranslateOptions {
  readonly json?: boolean;
  readonly from: keyof typeof TRANSLATORS;
}

/** Each is loaded on demand. */
const TRANSLATORS = {
  dtsearch: () => ofRequests('dtsearch'),
  'dtsearch-noise': () => ofRequests('dtsearch-noise'),
  relativity: () => ofRequests('relativity'),
  'relativity-noise': () => ofRequests('relativity-noise'),
  nuix: async (): Promise<Translator> => (await import('../../../grammar/nuix/parse.ts')).translateNuix,
};

type Translator = (text: string) => Translation;

async function ofRequests(syntax: RequestSyntax): Promise<Translator> {
  const { translateDtsearch } = await import('../../../grammar/dtsearch/parse.ts');
  return (text) => translateDtsearch(text, syntax);
}

export function addTranslate(program: Command, session: Session): void {
  program
    .command('translate')
    .description('translate each query of a list from another tool')
    .argument('<list>', 'a file with one query a line; - is stdin')
    .addOption(
      new Option('--from <syntax>', 'the syntax of the list').choices(Object.keys(TRANSLATORS)).makeOptionMandatory(),
    )
    .addOption(jsonOption())
    .addHelpText('after', EXAMPLES + exitCodesHelp)
    .action(async (list: string, { json, from }: TranslateOptions) => {
      session.exitCode = await translate(list, await TRANSLATORS[from](), json === true, session.terminal);
    });
}

/** Uncertainties go to stderr. A line without an exact translation does not stop the others. */
async function translate(list: string, translated: Translator, isJson: boolean, terminal: Terminal): Promise<ExitCode> {
  const { QuerySyntaxError } = await import('../../../grammar/errors.ts');
  const { printQuery } = await import('../../../grammar/print.ts');
  let isWhole = true;
  for await (const { line, text } of listedQueries(list)) {
    try {
      const { query, doubts } = translated(text);
      const printed = printQuery(query);
      if (isJson) await terminal.write(`${JSON.stringify({ line, written: text, query: printed, doubts })}\n`);
      else await terminal.write(`${printed}\n`);
      if (!isJson) for (const doubt of doubts) terminal.say(`line ${line}: ${printable(doubt)}`);
    } catch (error) {
      if (!(error instanceof QuerySyntaxError)) throw error;
      isWhole = false;
      if (isJson) await terminal.write(`${JSON.stringify({ line, written: text, error: error.message })}\n`);
      // A blank line keeps line numbers aligned.
      else await terminal.write('\n');
      terminal.say(`case-access: line ${line}: ${printable(error.message)}`);
    }
  }
  return isWhole ? ok : incomplete;
}

const EXAMPLES = `
Examples:
  case-access translate terms.txt --from dtsearch
  case-access translate terms.txt --from relativity
  case-access translate terms.txt --from nuix --json

Exit code 5 means that a line has no exact translation: it is named on stderr, and the others are translated.
`;
