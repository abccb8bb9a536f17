/** What this server can be asked. The page and the server are of one build, so this is known when it is built. */
export const can = {
  textSlices: true,
  matches: true,
  snippets: true,
  family: true,
  similar: true,
  records: true,
  views: true,
  tree: true,
  events: true,
  geography: true,
  bookmarkFacets: true,
  wholeValues: true,
  changeBySet: true,
  keywords: true,
  export: true,
  sessions: true,
};
