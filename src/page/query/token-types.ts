/** What the lexer needs of the parser's library: token types with a name and a number. Takes that library's place in the page. */
interface TokenType {
  readonly name: string;
  readonly tokenTypeIdx: number;
}

let count = 0;

export function createToken({ name }: { readonly name: string }): TokenType {
  return { name, tokenTypeIdx: ++count };
}

export const Lexer = { NA: /NOT_APPLICABLE/ };
/** Never used here: the page parses nothing. */
export const EmbeddedActionsParser = class {};
export const tokenLabel = ({ name }: TokenType): string => name;
