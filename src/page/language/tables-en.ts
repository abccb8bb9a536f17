/** What the page says of tables, how they were read and how they are exported, in English. */
const number = new Intl.NumberFormat('en');
const count = (n: number): string => number.format(n);

export const tableWords = {
  exportTable: 'Table',
  tableFormat: 'Table as',
  delimiter: 'Delimiter',
  delimiters: { ',': 'comma', ';': 'semicolon', tab: 'tab' } as Record<string, string>,
  forSpreadsheets: 'For spreadsheets: 007 and 1/2 stay as they are',
  filledOnly: 'Only columns with a value',
  timesketchHint: 'Every date of every item, a line each, as Timesketch imports them.',
  eventCount: (n: number) => `${count(n)} ${n === 1 ? 'date' : 'dates'}`,
  cutCells: (n: number) => `${count(n)} ${n === 1 ? 'cell was' : 'cells were'} cut to 32,767 characters.`,
  readingTitle: 'How this source was read',
  howRead: (source: string) => `How ${source} was read`,
  caseFormat: (format: string) =>
    ({
      loadfile: 'tables and load files',
      'case-directory': 'case directory',
      iped: 'IPED',
      autopsy: 'Autopsy',
      mail: 'mail',
      whatsapp: 'WhatsApp',
      slack: 'Slack',
    })[format] ?? format,
  nothingGuessed: 'The case says itself what everything is: nothing had to be guessed.',
  rows: (n: number) => `${count(n)} ${n === 1 ? 'row' : 'rows'}`,
  writtenBy: (tool: string) => `written by ${tool}, as its columns say`,
  readingColumns: { column: 'Column', becomes: 'Becomes', by: 'Known by', values: 'Values', how: 'Read as' },
  understoodBy: { mapping: 'the mapping', name: 'its name', 'own name': 'as it is called' },
  columnNotes: {
    dates: {
      'day first': 'dates, the day first',
      'month first': 'dates, the month first',
      'one order': 'dates',
      ambiguous: 'dates that can be read in two ways: say which in a mapping',
    } as Record<string, string>,
    otherDates: (how: string) => `dates ${how}`,
    times: (column: string) => `times of ${column}`,
    zones: (column: string) => `time zones of ${column}`,
    offset: (zone: string) => `time zone ${zone}`,
    list: (separator: string | null) => (separator === null ? 'a list by line' : `a list separated by ${separator}`),
  },
  problemCount: (n: number) => `${count(n)} ${n === 1 ? 'problem' : 'problems'}`,
  problemKinds: {
    record: 'left out',
    value: 'value left out',
    part: 'cannot be read',
    case: 'case',
    limit: 'over a limit',
    type: 'note',
    orphan: 'of no item',
  } as Record<string, string>,
  moreProblems: (n: number) => `and ${count(n)} more, in the report of the build`,
  itemNumber: (id: number) => `item ${id}`,
};

export type TableMessages = typeof tableWords;
