/** English texts in the views of the hits. */
const count = new Intl.NumberFormat('en');
const items = (n: number): string => `${count.format(n)} ${n === 1 ? 'item' : 'items'}`;

const share = new Intl.NumberFormat('en', { style: 'percent' });
/** Rounded down: 100 % means all. */
const percent = (part: number): string => share.format(Math.floor(part * 100) / 100);

export const viewWords = {
  // Near duplicates
  nearDuplicates: 'Near duplicates',
  wordsInCommon: (share: number) => `${percent(share)} of the words in common`,
  compareTexts: 'Compare',
  textOfThis: 'This item',
  textOfOther: 'The other item',
  tooDifferent: 'The texts are too different to be shown side by side.',
  comparedBeginning: (units: number) => `Only the first ${count.format(units)} characters of the texts are compared.`,
  // Pictures and recordings
  pictureData: 'Picture data',
  noPictureData: 'The case has no camera or file data for this picture.',
  dataOfCase: 'In the case',
  dataOfBytes: 'Read from the picture',
  noDataOfBytes: (reason: string) => `The data in the picture cannot be read: ${reason}`,
  dataIsCut: 'Some values are damaged, or longer than shown.',
  turnPicture: 'Rotate right',
  filmstrip: 'Hits before and after',
  cannotPlay: 'This browser cannot play this recording. Download it.',
  transcript: 'Transcript',
  transcriptWithoutTimes: 'This transcript has no times.',
  playFrom: 'Play from here',
  // Databases
  table: 'Table',
  allTables: 'All tables, first rows',
  tableOf: (name: string, rows: number) => `${name} (${count.format(rows)} ${rows === 1 ? 'row' : 'rows'})`,
  earlierRows: 'Earlier rows',
  laterRows: 'Later rows',
  rowsShown: (first: number, last: number, all: number | null) =>
    `${count.format(first)} to ${count.format(last)}${all === null ? '' : ` of ${count.format(all)}`}`,
  columnsShown: (shown: number, all: number) =>
    `Only the first ${count.format(shown)} of ${count.format(all)} columns are shown.`,
  cellsCut: 'Long cells are cut.',
  // Texts
  textOfIndex: 'These are the words of the case’s index. Searches, matches and notes refer to them.',
  textOfContent:
    'Text decoded from the content. Steps through matches, and notes on passages, use the words of the index.',
  noTextOfContent: (reason: string) => `The content cannot be shown as text: ${reason}`,
  showContent: 'Show the text of the content',
  textContinues: (shown: number) =>
    `The text continues after ${count.format(shown)} characters; download the content to read all of it.`,
  showIndex: 'Show the words of the index',
  // Tree
  treeOnlyHits: 'Only hits and their folders',
  // Order of the table
  order: 'Order',
  orderOfCase: 'As in the case',
  orderByRelevance: 'Relevance',
  orderBy: (field: string, isDown: boolean) => `${field}, ${isDown ? 'descending' : 'ascending'}`,
  // Pages
  lightPages: 'Light pages',
  lightPagesHint: 'Show pages and mails on a light background',
  // Across
  emptyFile: 'empty file',
  // Timeline
  implausible: 'Implausible dates',
  before1980: 'before 1980',
  afterProcessing: (day: string) => `after the case was processed (${day})`,
  inFuture: 'in the future',
  gap: (n: number, unit: 'year' | 'month' | 'day' | 'hour') =>
    `${count.format(n)} ${unit}${n === 1 ? '' : 's'} without items`,
  // Map
  cell: (n: number, latitude: string, longitude: string) => `${items(n)} around ${latitude}, ${longitude}`,
  cells: (n: number) => `${count.format(n)} ${n === 1 ? 'cell' : 'cells'} of several places: zoom in, or click one.`,
  moveMap: 'Move the map',
  moveMapHint: 'Drag to move the map; arrow keys move it, too.',
  mapPlot: 'Map: arrow keys move it, plus and minus zoom',
  moreSpots: (n: number) => `There are more than ${count.format(n)} places: zoom in to see the others.`,
  showItems: (latitude: string, longitude: string) => `Items at ${latitude}, ${longitude}`,
};
