/**
 * The syntaxes of dtSearch requests, in which words without a connector are a phrase. With `-noise`, words that the other tool
 * leaves out of its index are left out of queries, too.
 */
const REQUEST_SYNTAXES = ['dtsearch', 'dtsearch-noise', 'relativity', 'relativity-noise'] as const;
export type RequestSyntax = (typeof REQUEST_SYNTAXES)[number];

/** The syntaxes of other tools in which queries may be written. */
export const OTHER_SYNTAXES = ['iped', ...REQUEST_SYNTAXES, 'nuix'] as const;
export type OtherSyntax = (typeof OTHER_SYNTAXES)[number];

export function isOfRequests(syntax: string | undefined): syntax is RequestSyntax {
  return REQUEST_SYNTAXES.some((one) => one === syntax);
}
