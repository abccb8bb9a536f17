/** Sides in turn, with one question a round: answers are compared before any time is kept. */
import type { Answered, Side } from './side.ts';

/** Milliseconds of each side that had answers, ascending. */
export type Times = ReadonlyMap<Side, readonly number[]>;

/** How often each is asked: first without the time, so that its loops are compiled. */
export interface Rounds {
  readonly warm: number;
  readonly timed: number;
}

/** Throws where answers differ, in any round. Rounds that warm up come first. */
export async function inTurn(
  sides: readonly Side[],
  { warm, timed }: Rounds,
  ask: (side: Side, round: number) => Promise<Answered | null>,
): Promise<Times> {
  const times = new Map<Side, number[]>();
  for (let round = 0; round < warm + timed; round++) {
    const answers = new Map<string, Side>();
    for (const side of sides) {
      const answered = await ask(side, round);
      if (answered === null) continue;
      answers.set(answered.answer, side);
      if (round >= warm) times.set(side, [...(times.get(side) ?? []), answered.milliseconds]);
    }
    if (answers.size > 1) {
      const shown = [...answers].map(([answer, { name }]) => `${name}: ${answer.slice(0, 500)}`);
      throw new Error(`Answers differ:\n${shown.join('\n')}`);
    }
  }
  for (const own of times.values()) own.sort((a, b) => a - b);
  return times;
}

/** Median and least of each side, and what the first two are to each of the others: by HTTP, and by the engine alone. */
export function shownTimes(what: string, times: Times): string {
  const all = [...times];
  const shown = all.map(([{ name }, own]) => `${name} ${median(own).toFixed(1)}, ${own[0]!.toFixed(1)}`);
  const ratios = all.slice(2).map(([{ name }, theirs]) => {
    const [http, engine] = all.map(([, own]) => (median(own) / median(theirs)).toFixed(2));
    return `to ${name} ${http} over HTTP, ${engine} alone`;
  });
  return `${what}: ${[...shown, ...ratios].join('; ')}`;
}

function median(sorted: readonly number[]): number {
  return sorted[sorted.length >> 1]!;
}
