/** The automaton that a pattern compiles to, as the term dictionary uses it. */
import type { ByteSteps } from './byte-steps.ts';
import type { CodePointAutomaton } from './code-point-automaton.ts';
import type { RequiredTexts } from './required-texts.ts';

/** A pattern for the term dictionary, which runs it over the bytes of its sorted terms and keeps the states of shared prefixes. */
export interface TermAutomaton extends CodePointAutomaton, RequiredTexts {
  /** The same automaton over the bytes of UTF-8. Its transitions are cached for as long as the automaton lives. */
  readonly bytes: ByteSteps;
  /** Every accepted term begins with this folded text (may be empty). The dictionary starts and ends its walk by it. */
  readonly prefix: string;
  /** Whether all of its states together stand for at most so many of the nondeterministic one: who builds it whole does so much work. */
  isWithin(members: number): Generator<void, boolean>;
}
