/** What this server can be asked. The page and the server are of one build, so this is known when it is built. */
export const can = {
  textSlices: false,
  matches: true,
  snippets: true,
  family: false,
  similar: false,
  records: false,
  views: true,
  tree: false,
  events: false,
  geography: false,
  bookmarkFacets: true,
  wholeValues: true,
  changeBySet: false,
  keywords: false,
  export: true,
  sessions: true,
};
