/** Mutants of notes and of reviewed items: whose they are, what changes them, where they are shown. */
export const marks = [
  {
    name: 'note-range-lost',
    says: 'a range that a change leaves out is taken away',
    file: 'src/bookmarks/notes/notes.ts',
    old: 'change.range === undefined ? (before ?? null) : change.range',
    now: 'change.range ?? null',
  },
  {
    name: 'note-of-another-item',
    says: 'a note is found at an item that has another one',
    file: 'src/bookmarks/notes/notes.ts',
    old: '.includes(n)) return;',
    now: '.length > 0) return;',
  },
  {
    name: 'note-past-the-text',
    says: 'a range may end one character past the text',
    file: 'src/http/routes/bookmarks/notes.ts',
    old: 'if (range.end <= units) return;',
    now: 'if (range.end <= units + 1) return;',
  },
  {
    name: 'notes-sent-twice',
    says: 'the item whose notes are too many for one part is asked for without them',
    file: 'src/export/set-rows.ts',
    old: 'texts }, count: i };',
    now: 'texts }, count: i + 1 };',
  },
  {
    name: 'reviewed-by-anybody',
    says: 'marks are those of nobody, whoever asks',
    file: 'src/http/routes/bookmarks/reviewed.ts',
    old: 'viewer.name ?? NOBODY_KNOWN',
    now: 'NOBODY_KNOWN',
  },
  {
    name: 'note-without-a-word',
    says: 'a clause without a word looks into notes, where it finds nothing',
    file: 'src/search/set-clauses.ts',
    old: 'if (isWordless(written)) return written;',
    now: '',
  },
  {
    name: 'block-members-shifted',
    says: 'members of a block that are copied are counted from the wrong one',
    file: 'src/bookmarks/block.ts',
    old: 'target[written++] = next++;',
    now: 'target[written++] = next;',
  },
];
