/** The automaton that a pattern compiles to, as the term dictionary uses it. */
import type { ByteSteps } from './byte-steps.ts';
import type { CodePointAutomaton } from './code-point-automaton.ts';
import type { RequiredTexts } from './required-texts.ts';

/** A pattern as the term dictionary takes it: it walks the bytes of its sorted terms, keeping the states of what they share. */
export interface TermAutomaton extends CodePointAutomaton, RequiredTexts {
  /** The same automaton over the bytes of UTF-8. It keeps what it has worked out for as long as the automaton lives. */
  readonly bytes: ByteSteps;
  /** Every accepted term begins with this folded text (may be empty). The dictionary starts and ends its walk by it. */
  readonly prefix: string;
}
