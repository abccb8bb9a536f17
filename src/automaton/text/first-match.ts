/**
 * Finds the first match in a stretch of text. Follows all branches in parallel, in order of preference, each with its start.
 */
import { isFirstHalf, isSecondHalf, pairAt } from './surrogates.ts';
import { END, type TextProgram } from './text-program.ts';

export interface MatchExtent {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the first match at or after `from`; of matches with the same start, the preferred one. `before` is the kind of the
 * character before `from`. Returns null if there is no match, or `more` if the text continues and the rest may change the
 * result.
 */
export function firstMatch(
  program: TextProgram,
  text: string,
  from: number,
  before: number,
  isWhole: boolean,
): MatchExtent | 'more' | null {
  let steps: number[] = [];
  let starts: number[] = [];
  let found: MatchExtent | null = null;
  let kindBefore = before;
  for (let at = from; ; ) {
    const isEnd = at >= text.length;
    if (isEnd && !isWhole && (steps.length > 0 || found === null)) return 'more';
    const isHalf = !isEnd && isFirstHalf(text, at);
    // The other half of a surrogate pair may follow.
    if (isHalf && !isWhole && at + 1 === text.length) return 'more';
    const isPair = isHalf && isSecondHalf(text, at + 1);
    const codePoint = isEnd ? 0 : isPair ? pairAt(text, at) : text.charCodeAt(at);
    const codePointClass = isEnd ? 0 : program.classes.classOf(codePoint);
    const behind = isEnd ? END : program.kinds[codePointClass]!;
    const nextSteps: number[] = [];
    const nextStarts: number[] = [];
    const seen = new Set<number>();
    let start = 0;
    const take = (step: number): void => {
      const next = isEnd ? -1 : program.after(step, codePointClass);
      if (next < 0 || seen.has(next)) return;
      seen.add(next);
      nextSteps.push(next);
      nextStarts.push(start);
    };
    program.beginClosure();
    let isCut = false;
    for (let i = 0; i < steps.length && !isCut; i++) {
      start = starts[i]!;
      isCut = program.reach(steps[i]!, kindBefore, behind, take);
      if (isCut) found = { start, end: at };
    }
    if (found === null) {
      start = at;
      program.reach(program.start, kindBefore, behind, take);
    }
    if (isEnd || (nextSteps.length === 0 && found !== null)) return found;
    steps = nextSteps;
    starts = nextStarts;
    kindBefore = behind;
    at += isPair ? 2 : 1;
  }
}
