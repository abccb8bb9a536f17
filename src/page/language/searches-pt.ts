/** Portuguese texts about saved searches, and keyword lists of other tools. */
import type { SearchMessages } from './searches-en.ts';

const number = new Intl.NumberFormat('pt-BR');
const count = (n: number): string => number.format(n);

export const searchWords: SearchMessages = {
  savedSearches: 'Pesquisas guardadas',
  noSavedSearches: 'Não há pesquisas guardadas na lista.',
  saveSearchHint: 'Guardar o que está a ver:',
  searchName: 'Nome',
  findSearch: 'Procurar uma pesquisa guardada',
  sharedWithAll: 'Partilhar com todos',
  shared: 'Partilhada',
  everybody: 'com todos',
  sharedBy: (owner) => `por ${owner}`,
  changes: 'Alterar',
  replaceSearch: 'Substituir',
  runSearch: (name) => `Executar ${name}`,
  renameSearch: (name) => `Mudar o nome de ${name}`,
  deleteSearch: (name) => `Apagar ${name}`,
  shareSearch: (name) => `Partilhar ${name}`,
  searchSaved: (name) => `${name} foi guardada.`,
  searchRenamed: (name, next) => `${name} chama-se agora ${next}.`,
  searchDeleted: (name) => `${name} foi apagada.`,
  ownHistoryHint: 'As suas pesquisas, cada uma abaixo daquela de onde veio. Mais ninguém as vê.',
  searchNameTaken: (name) => `Já existe uma pesquisa com o nome ${name}. Escolha outro.`,
  scanning: ({ scanned, items: all, found }) =>
    `${all === 0 ? 0 : Math.floor((100 * scanned) / all)} % dos textos pesquisados, ${count(found)} achados até agora`,
  cancelSearch: 'Cancelar',
  cancelled: 'Cancelada: nada se sabe da resposta.',
  searchAgain: 'Pesquisar de novo',
  listSyntax: 'Sintaxe',
  listSyntaxes: {
    own: 'este programa',
    dtsearch: 'dtSearch',
    'dtsearch-noise': 'dtSearch, sem palavras vazias',
    relativity: 'Relativity',
    'relativity-noise': 'Relativity, sem palavras vazias',
    nuix: 'Nuix',
  },
  translate: 'Traduzir',
  translation: 'Tradução',
  translationColumns: { written: 'Escrito', meant: 'Na linguagem desta página', notes: 'Dúvidas' },
  translationRefused: 'não exato',
  translationDone: (n, refused, doubted) =>
    `${count(n)} linhas, ${count(refused)} sem sentido exato, ${count(doubted)} com dúvidas. Leia-as antes de contar a lista.`,
  matchedTexts: 'Textos encontrados',
  matchedTextsHint:
    'Cada texto que a consulta encontrou nos itens deste conjunto, os mais frequentes primeiro. As datas são o primeiro e o último dia desses itens, por data de criação, modificação, envio e recebimento.',
  matchedColumns: { text: 'Texto', findings: 'Ocorrências', items: 'Itens', first: 'Primeira', last: 'Última' },
  matchedNeedQuery: 'Escreva primeiro uma consulta, como entity:card.',
  matchedCut: (n) => `São os primeiros ${count(n)} textos. Restrinja o conjunto para ver os outros.`,
  matchedDone: (texts, end) =>
    `${count(texts)} textos, ${count(end.findings)} ocorrências em ${count(end.items)} itens${end.complete ? '' : '; incompleto: uma fonte ou um texto não pôde ser lido'}`,
  matchedImplausible: (n) =>
    `${count(n)} itens têm uma data antes de 1980 ou depois do processamento do caso, que não conta aqui.`,
  searchMatched: 'Pesquisar este texto, com acentos como estão aqui',
  keywordsNeedUtc:
    'As listas de outras ferramentas têm datas em UTC: escolha UTC como fuso horário, ou este programa como sintaxe.',
};
