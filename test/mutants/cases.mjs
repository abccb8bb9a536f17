/** Mutants of the formats of cases: what is read of other tools' files. */
export const cases = [
  {
    name: 'cases-autopsy-key',
    says: 'files that Autopsy encoded are decoded by another key',
    file: 'src/cases/autopsy/kept-content.ts',
    old: 'const KEY = 0xca;',
    now: 'const KEY = 0xcb;',
  },
  {
    name: 'cases-autopsy-first-page',
    says: 'only the first page of a table is read',
    file: 'src/cases/autopsy/case-database.ts',
    old: 'if (rows.length < PAGE_ROWS) return;',
    now: 'if (rows.length <= PAGE_ROWS) return;',
  },
  {
    name: 'cases-autopsy-entries',
    says: 'the entry of the folder above is an item',
    file: 'src/cases/autopsy/file-items.ts',
    old: "if (name === '.' || name === '..') return null;",
    now: "if (name === '.') return null;",
  },
  {
    name: 'cases-iped-preview-for-nothing',
    says: 'an item of which only a preview is left passes for an empty one',
    file: 'src/cases/iped/content/content-reference.ts',
    old: "value('hasPreview') === 'true' ? PREVIEW : null",
    now: "value('hasPreview') === '1' ? PREVIEW : null",
  },
];
