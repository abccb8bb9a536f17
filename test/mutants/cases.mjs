/** Mutants of the formats of cases: what is read of other tools' files. */
export const cases = [
  {
    name: 'cases-by-id-ties',
    says: 'of two records with one id the later one is read first',
    file: 'src/cases/portable/line-table.ts',
    old: 'keys[2 * at] = number;',
    now: 'keys[2 * at] = number ^ 1;',
  },
  {
    name: 'cases-by-id-escaped',
    says: 'a second id of a record is not seen where its name is escaped',
    file: 'src/cases/portable/item-record.ts',
    old: ' || bytes.includes(ESCAPED_KEY, at)',
    now: '',
  },
  {
    name: 'cases-by-id-neighbours',
    says: 'lines of two files that begin where the other ends are read as neighbours',
    file: 'src/cases/portable/line-windows.ts',
    old: 'if (this.#file[next] !== this.#file[first] || this.#offset',
    now: 'if (this.#offset',
  },
  {
    name: 'cases-by-id-never',
    says: 'documents are in the order of the case where ids descend',
    file: 'src/build/build-index.ts',
    old: 'item.id < this.#lastId && ',
    now: 'item.id < 0 && ',
  },
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
