/** Portuguese texts in the views of the hits. */
import type { viewWords as english } from './views-en.ts';

const count = new Intl.NumberFormat('pt-BR');
const items = (n: number): string => `${count.format(n)} ${n === 1 ? 'item' : 'itens'}`;
const UNITS = {
  year: ['ano', 'anos'],
  month: ['mês', 'meses'],
  day: ['dia', 'dias'],
  hour: ['hora', 'horas'],
} as const;

const share = new Intl.NumberFormat('pt-BR', { style: 'percent' });
/** Rounded down: 100 % means all. */
const percent = (part: number): string => share.format(Math.floor(part * 100) / 100);

export const viewWords: typeof english = {
  // Near duplicates
  nearDuplicates: 'Quase duplicados',
  wordsInCommon: (share) => `${percent(share)} das palavras em comum`,
  compareTexts: 'Comparar',
  textOfThis: 'Este item',
  textOfOther: 'O outro item',
  tooDifferent: 'Os textos são diferentes demais para serem mostrados lado a lado.',
  comparedBeginning: (units) => `Só os primeiros ${count.format(units)} caracteres dos textos são comparados.`,
  // Pictures and recordings
  pictureData: 'Dados da imagem',
  noPictureData: 'O caso não tem dados da câmera nem do arquivo desta imagem.',
  dataOfCase: 'No caso',
  dataOfBytes: 'Lido da imagem',
  noDataOfBytes: (reason) => `Os dados da imagem não podem ser lidos: ${reason}`,
  dataIsCut: 'Alguns valores estão danificados ou são mais longos do que o mostrado.',
  turnPicture: 'Girar para a direita',
  filmstrip: 'Resultados antes e depois',
  cannotPlay: 'Este navegador não reproduz esta gravação. Baixe-a.',
  transcript: 'Transcrição',
  transcriptWithoutTimes: 'Esta transcrição não tem tempos.',
  playFrom: 'Reproduzir daqui',
  // Databases
  table: 'Tabela',
  allTables: 'Todas as tabelas, primeiras linhas',
  tableOf: (name, rows) => `${name} (${count.format(rows)} ${rows === 1 ? 'linha' : 'linhas'})`,
  earlierRows: 'Linhas anteriores',
  laterRows: 'Linhas seguintes',
  rowsShown: (first, last, all) =>
    `${count.format(first)} a ${count.format(last)}${all === null ? '' : ` de ${count.format(all)}`}`,
  columnsShown: (shown, all) => `São mostradas só as primeiras ${count.format(shown)} de ${count.format(all)} colunas.`,
  cellsCut: 'Células longas são cortadas.',
  // Texts
  textOfIndex: 'Palavras do índice do caso. São elas que se pesquisam, e nelas contam ocorrências e notas.',
  textOfContent:
    'Texto decodificado do conteúdo. Os passos pelas ocorrências e os trechos de notas usam as palavras do índice.',
  noTextOfContent: (reason) => `O conteúdo não pode ser mostrado como texto: ${reason}`,
  showContent: 'Mostrar o texto do conteúdo',
  textContinues: (shown) =>
    `O texto continua depois de ${count.format(shown)} caracteres; baixe o conteúdo para ver tudo.`,
  showIndex: 'Mostrar as palavras do índice',
  // Tree
  treeOnlyHits: 'Só resultados e suas pastas',
  // Order of the table
  order: 'Ordem',
  orderOfCase: 'Como no caso',
  orderByRelevance: 'Relevância',
  orderBy: (field, isDown) => `${field}, ${isDown ? 'decrescente' : 'crescente'}`,
  // Pages
  lightPages: 'Páginas claras',
  lightPagesHint: 'Mostrar páginas e e-mails sobre fundo claro',
  // Across
  emptyFile: 'arquivo vazio',
  // Timeline
  implausible: 'Datas implausíveis',
  before1980: 'antes de 1980',
  afterProcessing: (day) => `depois do processamento do caso (${day})`,
  inFuture: 'no futuro',
  gap: (n, unit) => `${count.format(n)} ${UNITS[unit][n === 1 ? 0 : 1]} sem itens`,
  // Map
  cell: (n, latitude, longitude) => `${items(n)} em torno de ${latitude}, ${longitude}`,
  cells: (n) => `${count.format(n)} ${n === 1 ? 'célula' : 'células'} de vários lugares: amplie, ou clique em uma.`,
  moveMap: 'Mover o mapa',
  moveMapHint: 'Arraste para mover o mapa; as setas também o movem.',
  mapPlot: 'Mapa: as setas o movem, mais e menos ampliam e reduzem',
  moreSpots: (n) => `Mais de ${count.format(n)} lugares: amplie para ver os outros.`,
  showItems: (latitude, longitude) => `Itens em ${latitude}, ${longitude}`,
};
