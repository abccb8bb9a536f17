/** `codings`: lists coding panels and decisions, and compares two people, now or at an earlier time. */
import type { Command } from 'commander';
import type { BookmarkStore } from '../../bookmarks/bookmark-store.ts';
import type { Decisions } from '../../bookmarks/codings/decisions.ts';
import { reading } from '../bookmark-access.ts';
import { exitCodesHelp } from '../exit-codes.ts';
import { type DataOption, dataOption, jsonOption } from '../options.ts';
import type { Session } from '../session.ts';
import { formatCount } from '../terminal/quantities.ts';
import { printable } from '../terminal/terminal.ts';

interface CodingOptions extends DataOption {
  readonly json?: boolean;
  readonly at?: string;
}

const everySource = (): boolean => true;

export function addCodings(program: Command, session: Session): void {
  const { terminal } = session;
  const codings = program
    .command('codings')
    .description('list coding panels and their decisions, and compare two people')
    .addHelpText('after', EXAMPLES + exitCodesHelp);
  const add = (name: string, description: string): Command =>
    codings
      .command(name)
      .description(description)
      .addOption(dataOption())
      .addOption(jsonOption())
      .option('--at <time>', 'as of this time: ISO 8601, in UTC if there is no offset')
      .addHelpText('after', EXAMPLES + exitCodesHelp);
  const print = (options: CodingOptions, answer: object, lines: readonly string[]): Promise<void> =>
    terminal.write(options.json ? `${JSON.stringify(answer)}\n` : lines.map((line) => `${line}\n`).join(''));
  add('list', 'list the panels with their choices').action(async (options: CodingOptions) => {
    const all = await reading(options, async (store) => {
      return options.at === undefined ? store.codings.all() : store.history.codingsAt(await timeOf(options.at));
    });
    const rows = all.map(({ name, choices }) => [name, ...choices.map(({ bookmark }) => bookmark)]);
    await print(
      options,
      { codings: all },
      rows.map((row) => row.map(printable).join('\t')),
    );
  });
  add('decisions', 'list people with the number of items for each choice')
    .argument('<name>', 'the name of a panel')
    .action(async (name: string, options: CodingOptions) => {
      const people = await reading(options, async (store) => {
        return (await decisionsOf(store, options)).people(name, everySource);
      });
      const rows = people.map(({ who, items, choices }) => {
        const counts = choices.map((one) => `${printable(one.choice ?? '-')} ${one.items}`);
        return [printable(who), formatCount(items, 'item'), ...counts].join('\t');
      });
      await print(options, { name, people }, rows);
    });
  add('compare', 'compare the choices of two people')
    .argument('<name>', 'the name of a panel')
    .argument('<first>', 'the name of a person')
    .argument('<second>', 'the name of another person')
    .action(async (name: string, first: string, second: string, options: CodingOptions) => {
      const found = await reading(options, async (store) => {
        return (await decisionsOf(store, options)).compare(name, first, second, everySource);
      });
      const { items, agreed, kappa, cells } = found;
      await print(options, { name, first, second, ...found }, [
        `${printable(name)}: agreed on ${agreed} of ${formatCount(items, 'item')}, kappa ${kappa?.toFixed(3) ?? 'undefined'}`,
        ...cells.map((cell) => `${shown(cell.first)}\t${shown(cell.second)}\t${cell.items}`),
      ]);
    });
}

async function decisionsOf(store: BookmarkStore, { at }: CodingOptions): Promise<Decisions> {
  return at === undefined ? store.decisions : store.history.decisionsAt(await timeOf(at));
}

async function timeOf(at: string): Promise<number> {
  const { pointInTime } = await import('../../bookmarks/point-in-time.ts');
  return pointInTime('time', at);
}

/** The display form of a decision: none of the choices, or no decision. */
function shown(decided: readonly string[] | null): string {
  if (decided === null) return '(undecided)';
  return decided.length === 0 ? '-' : decided.map(printable).join(', ');
}

const EXAMPLES = `
Examples:
  case-access codings list
  case-access codings decisions Responsiveness
  case-access codings compare Responsiveness anna ben --json
  case-access codings compare Responsiveness anna ben --at 2026-03-04T08:20:30Z

Commands count the items of all sources, including those that are not served, and may run beside a server.
Panels are defined, and items are coded, on the page or over HTTP.
`;
