/** Measures sides in turn, with one question per round. Answers are compared before any time counts. */
import { median } from '../mean.ts';
import type { Answered, Side } from './side.ts';

/** Numbers of rounds. Warm-up rounds come first, so that loops are compiled. */
export interface Rounds {
  readonly warm: number;
  readonly timed: number;
}

/** Returns the milliseconds of each side that has answers, by round. Throws if answers differ in any round. Warm-up rounds come first. */
export async function inTurn(
  sides: readonly Side[],
  { warm, timed }: Rounds,
  ask: (side: Side, round: number) => Promise<Answered | null>,
): Promise<ReadonlyMap<Side, readonly number[]>> {
  const times = new Map<Side, number[]>();
  for (let round = 0; round < warm + timed; round++) {
    const answers = new Map<string, Side>();
    for (const side of sides) {
      const answered = await ask(side, round);
      if (answered === null) continue;
      answers.set(answered.answer, side);
      if (round < warm) continue;
      times.set(side, [...(times.get(side) ?? []), answered.milliseconds]);
    }
    if (answers.size > 1) {
      const shown = [...answers].map(([answer, { name }]) => `${name}: ${answer.slice(0, 500)}`);
      throw new Error(`Answers differ:\n${shown.join('\n')}`);
    }
  }
  return times;
}

const SIDES = ['HTTP', 'engine', 'Lucene', 'tantivy'] as const;
/** Compared: the first to the second. */
const RATIOS = [
  ['engine', 'Lucene'],
  ['engine', 'tantivy'],
  ['HTTP', 'Lucene'],
] as const;

/** The head of a table, in Markdown, of which `timesRow` makes the rows. */
export const TIMES_HEAD = [
  `| median ms | ${[...SIDES, ...RATIOS.map(([own, peer]) => `${own} to ${peer}`)].join(' | ')} |`,
  `|---|${'--:|'.repeat(SIDES.length + RATIOS.length)}`,
].join('\n');

/** The median of each side, and the ratios. Sides without an answer have a dash. */
export function timesRow(what: string, times: ReadonlyMap<Pick<Side, 'name'>, readonly number[]>): string {
  const medians = new Map([...times].map(([{ name }, milliseconds]) => [name, median(milliseconds)]));
  const ratios = RATIOS.map(([own, peer]) => (medians.get(own) ?? Number.NaN) / (medians.get(peer) ?? Number.NaN));
  const cells = [
    ...SIDES.map((name) => shown(medians.get(name) ?? Number.NaN, 1)),
    ...ratios.map((one) => shown(one, 2)),
  ];
  return `| ${[what, ...cells].join(' | ')} |`;
}

function shown(value: number, digits: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(value < 100 ? digits : 0);
}
