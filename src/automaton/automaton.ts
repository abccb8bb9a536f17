/** The automaton that a pattern compiles to, in the form that the term dictionary uses. */
import type { ByteSteps } from './byte-steps.ts';
import type { CodePointAutomaton } from './code-point-automaton.ts';
import type { RequiredTexts } from './required-texts.ts';

/** A pattern for the term dictionary, which runs it over the bytes of its sorted terms and reuses states for shared prefixes. */
export interface TermAutomaton extends CodePointAutomaton, RequiredTexts {
  /** The same automaton over the bytes of UTF-8. Its transitions stay cached for its lifetime. */
  readonly bytes: ByteSteps;
  /** Every accepted term begins with this folded text, which may be empty. It limits the walk of the dictionary. */
  readonly prefix: string;
  /**
   * Whether all states together represent at most `members` states of the nondeterministic automaton. That number is the cost
   * of building the complete automaton.
   */
  isWithin(members: number): Generator<void, boolean>;
}
