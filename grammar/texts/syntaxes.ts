/** The syntaxes of other tools that queries can be in. With `-noise`, the words that these leave out of their indexes are left out of queries, too. */
export const OTHER_SYNTAXES = ['iped', 'dtsearch', 'dtsearch-noise', 'relativity', 'relativity-noise', 'nuix'] as const;
export type OtherSyntax = (typeof OTHER_SYNTAXES)[number];
export type RequestSyntax = Exclude<OtherSyntax, 'iped' | 'nuix'>;

/** Whether the syntax is that of dtSearch requests, in which words without a connector are a phrase. */
export function isOfRequests(syntax: string | undefined): syntax is RequestSyntax {
  return (
    syntax === 'dtsearch' || syntax === 'dtsearch-noise' || syntax === 'relativity' || syntax === 'relativity-noise'
  );
}
