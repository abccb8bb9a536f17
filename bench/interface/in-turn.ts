/** Measures sides in turn, with one question per round. Answers are compared before any time counts. */
import { median } from '../mean.ts';
import { processorTime } from './processor-time.ts';
import type { Answered, Side } from './side.ts';

/** Milliseconds of each counted round, ascending: wall time, and processor time. */
export interface Times {
  readonly whole: number[];
  readonly processor: number[];
}

/** Numbers of rounds. Warm-up rounds come first, so that loops are compiled. */
export interface Rounds {
  readonly warm: number;
  readonly timed: number;
}

/** Measures each side that has answers. Throws if answers differ in any round. Warm-up rounds come first. */
export async function inTurn(
  sides: readonly Side[],
  { warm, timed }: Rounds,
  ask: (side: Side, round: number) => Promise<Answered | null>,
): Promise<ReadonlyMap<Side, Times>> {
  const times = new Map<Side, Times>();
  for (let round = 0; round < warm + timed; round++) {
    const answers = new Map<string, Side>();
    for (const side of sides) {
      const before = processorTime(side.pid);
      const answered = await ask(side, round);
      if (answered === null) continue;
      answers.set(answered.answer, side);
      if (round < warm) continue;
      const own = times.get(side) ?? { whole: [], processor: [] };
      times.set(side, own);
      own.whole.push(answered.milliseconds);
      if (before !== null) own.processor.push(processorTime(side.pid)! - before);
    }
    if (answers.size > 1) {
      const shown = [...answers].map(([answer, { name }]) => `${name}: ${answer.slice(0, 500)}`);
      throw new Error(`Answers differ:\n${shown.join('\n')}`);
    }
  }
  for (const { whole, processor } of times.values()) for (const all of [whole, processor]) all.sort((a, b) => a - b);
  return times;
}

/**
 * For each side the median, minimum and, in brackets, the median processor time; and the ratios of the first two to each of the
 * others.
 */
export function shownTimes(what: string, times: ReadonlyMap<Side, Times>): string {
  const all = [...times].map(([{ name }, { whole, processor }]) => ({ name, whole, processor }));
  const shown = all.map(({ name, whole, processor }) => {
    const own = `${name} ${median(whole).toFixed(2)}, ${whole[0]!.toFixed(2)}`;
    return processor.length === 0 ? own : `${own} (${median(processor).toFixed(2)})`;
  });
  const ratios = all.slice(2).flatMap((peer) =>
    all.slice(0, 2).map((own) => {
      const processor = own.processor.length === 0 ? '' : ` (${ratio(own.processor, peer.processor)})`;
      return `${own.name} to ${peer.name} ${ratio(own.whole, peer.whole)}${processor}`;
    }),
  );
  return `${what}: ${[...shown, ...ratios].join('; ')}`;
}

function ratio(own: readonly number[], theirs: readonly number[]): string {
  return (median(own) / median(theirs)).toFixed(2);
}
