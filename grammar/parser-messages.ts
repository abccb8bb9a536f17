/** Error messages of the parser: the tokens that it expected. */
import type { IParserErrorMessageProvider, TokenType } from 'chevrotain';
import { tokenLabel } from './parser-library.ts';
import { GroupClose } from './tokens.ts';

/** Tokens that may follow a finished clause, except its suffixes. */
const CONTINUATION = ['AND', 'OR', 'another clause'];

/**
 * Chevrotain's messages are for authors of grammars. Here a message is the list of expectations at the token, as JSON,
 * from which parse.ts makes the error.
 */
export const EXPECTED_AS_JSON: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected }) =>
    JSON.stringify(expected === GroupClose ? [...CONTINUATION, tokenLabel(expected)] : [tokenLabel(expected)]),
  buildNotAllInputParsedMessage: () => JSON.stringify([...CONTINUATION, 'end of query']),
  buildNoViableAltMessage: ({ expectedPathsPerAlt, ruleName }) => {
    const labels = firstLabels(expectedPathsPerAlt);
    return JSON.stringify(ruleName === 'operand' ? [...labels, 'NOT', "'+'", "'-'"] : labels);
  },
  buildEarlyExitMessage: ({ expectedIterationPaths }) => JSON.stringify(firstLabels([expectedIterationPaths])),
};

function firstLabels(pathsPerAlternative: TokenType[][][]): string[] {
  const labels = pathsPerAlternative.flat().flatMap((path) => (path[0] === undefined ? [] : [tokenLabel(path[0])]));
  return [...new Set(labels)];
}
