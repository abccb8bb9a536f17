/** What the page says of tables, how they were read and how they are exported, in Portuguese. */
import type { TableMessages } from './tables-en.ts';

const number = new Intl.NumberFormat('pt-BR');
const count = (n: number): string => number.format(n);

export const tableWords: TableMessages = {
  exportTable: 'Tabela',
  tableFormat: 'Tabela em',
  delimiter: 'Separador',
  delimiters: { ',': 'vírgula', ';': 'ponto e vírgula', tab: 'tabulação' },
  forSpreadsheets: 'Para folhas de cálculo: 007 e 1/2 ficam como são',
  filledOnly: 'Só colunas com valor',
  timesketchHint: 'Cada data de cada item, uma por linha, como o Timesketch as importa.',
  eventCount: (n) => `${count(n)} ${n === 1 ? 'data' : 'datas'}`,
  cutCells: (n) => `${count(n)} ${n === 1 ? 'célula foi cortada' : 'células foram cortadas'} em 32 767 caracteres.`,
  readingTitle: 'Como esta fonte foi lida',
  howRead: (source) => `Como ${source} foi lida`,
  caseFormat: (format) =>
    ({
      loadfile: 'tabelas e ficheiros de carga',
      'case-directory': 'diretório de caso',
      iped: 'IPED',
      autopsy: 'Autopsy',
      mail: 'correio',
      whatsapp: 'WhatsApp',
      slack: 'Slack',
    })[format] ?? format,
  nothingGuessed: 'O próprio caso diz o que tudo é: nada teve de ser adivinhado.',
  rows: (n) => `${count(n)} ${n === 1 ? 'linha' : 'linhas'}`,
  writtenBy: (tool) => `escrita por ${tool}, como dizem as colunas`,
  readingColumns: { column: 'Coluna', becomes: 'Torna-se', by: 'Conhecida por', values: 'Valores', how: 'Lida como' },
  understoodBy: { mapping: 'o mapeamento', name: 'o nome', 'own name': 'como se chama' },
  columnNotes: {
    dates: {
      'day first': 'datas, primeiro o dia',
      'month first': 'datas, primeiro o mês',
      'one order': 'datas',
      ambiguous: 'datas que se podem ler de duas maneiras: diga qual num mapeamento',
    },
    otherDates: (how) => `datas ${how}`,
    times: (column) => `horas de ${column}`,
    zones: (column) => `fusos horários de ${column}`,
    offset: (zone) => `fuso horário ${zone}`,
    list: (separator) => (separator === null ? 'uma lista por linhas' : `uma lista separada por ${separator}`),
  },
  problemCount: (n) => `${count(n)} ${n === 1 ? 'problema' : 'problemas'}`,
  problemKinds: {
    record: 'deixado de fora',
    value: 'valor deixado de fora',
    part: 'ilegível',
    case: 'caso',
    limit: 'acima de um limite',
    type: 'nota',
    orphan: 'de nenhum item',
  },
  moreProblems: (n) => `e mais ${count(n)}, no relatório da construção`,
  itemNumber: (id) => `item ${id}`,
};
