/** The syntaxes of other tools that queries can be in. */
export const OTHER_SYNTAXES = ['iped', 'dtsearch', 'nuix'] as const;
export type OtherSyntax = (typeof OTHER_SYNTAXES)[number];
