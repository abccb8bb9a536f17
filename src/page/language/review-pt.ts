/** Portuguese texts for going through hits and marking them. */
import type { ReviewMessages } from './review-en.ts';

const number = new Intl.NumberFormat('pt-BR');
const items = (n: number): string => `${number.format(n)} ${n === 1 ? 'item' : 'itens'}`;

export const reviewWords: ReviewMessages = {
  reviews: 'Revisões',
  reviewCalled: (name) => `Revisão ${name}`,
  noReviews: 'Ainda não há revisões.',
  startReview: 'Rever',
  leaveReview: 'Sair',
  person: 'Pessoa',
  somebody: 'Alguém',
  decidedItems: 'Itens',
  perHour: 'Por hora',
  overturned: 'Alterados',
  agreement: (coding, agreed, n, kappa) =>
    `${coding}: acordo em ${number.format(agreed)} de ${items(n)}${kappa === null ? '' : `, kappa ${kappa.toFixed(2)}`}`,
  reviewProgress: (n, all) => `${number.format(n)} de ${number.format(all)} decididos`,
  itemsGone: (n) => `${number.format(n)} em falta`,
  itemsGoneHint: 'A fonte já não os tem. Voltam a contar quando os tiver.',
  removeGone: (n) => (n === 1 ? 'Retirar o item em falta' : `Retirar os ${number.format(n)} itens em falta`),
  reviewGone: (n) =>
    n === 1
      ? 'Falta 1 item: a fonte já não o tem, e não precisa de decisão'
      : `Faltam ${items(n)}: a fonte já não os tem, e não precisam de decisão`,
  reviewLeft: (n) => `Faltam ${items(n)} na revisão`,
  reviewNext: (name) => `A seguir: ${name}`,
  reviewFinished: 'Já não há nada para si nesta revisão.',
  reviewBack: 'Atrás',
  reviewOn: 'Adiante',
  reviewUndecided: 'Para o próximo por decidir',
  saving: 'A guardar…',
  noChoice: 'Nenhuma delas',
  choiceRequired: 'obrigatório',
  coded: (coding, choice) => `${coding}: ${choice ?? 'sem escolha'}`,
  choose: (name) => `Escolher ${name}; de novo, desfaz`,
  departed: 'Já não corresponde. Fica aqui até a lista ser atualizada.',
  refreshRows: (n) => `${items(n)} com mudanças: atualizar a lista`,
  rowNotThere: 'Nada mudou: a linha não está no ecrã. Olhe para ela e prima a tecla de novo.',
  rowIsNew: 'Nada mudou: a lista foi atualizada. Escolha uma linha com j, k ou um clique.',
  itemNotThere: 'Nada mudou: o item aberto ainda não é mostrado.',
  otherItemShown: 'Nada mudou: o item aberto não é o da linha. Escolha uma linha com j, k ou um clique.',
  selectionCount: (n) => `${items(n)} na seleção`,
  showSelection: 'Mostrar a seleção',
  clearSelection: 'Limpar a seleção',
  added: (n, name) => `${items(n)} em ${name}`,
  removed: (n, name) => `${items(n)} fora de ${name}`,
};
