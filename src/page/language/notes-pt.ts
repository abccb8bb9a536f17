/** Portuguese texts about notes and reviewed items. */
import type { NoteMessages } from './notes-en.ts';

const number = new Intl.NumberFormat('pt-BR');
const items = (n: number): string => `${number.format(n)} ${n === 1 ? 'item' : 'itens'}`;

export const noteWords: NoteMessages = {
  notes: 'Notas',
  noNotes: 'Ainda não há notas neste item.',
  newNote: 'Nova nota',
  noteText: 'Texto da nota',
  addNote: 'Acrescentar a nota',
  editNote: (author, time) => `Editar a nota de ${author}, ${time}`,
  deleteNote: (author, time) => `Apagar a nota de ${author}, ${time}`,
  noteBy: (author, time) => `Nota de ${author}, ${time}`,
  noteSaid: (author, text) => `Nota de ${author}: ${text}`,
  noteChangedBy: (who, time) => `Alterada por ${who}, ${time}`,
  earlierVersions: 'Versões anteriores',
  noEarlierVersions: 'Nenhuma',
  noteAdded: 'Nota acrescentada',
  noteChanged: 'Nota alterada',
  noteDeleted: 'Nota apagada',
  notePassage: 'Nota sobre este trecho',
  noteOnValue: (name, value) => `Nota sobre ${name}: ${value}`,
  showPassage: 'Mostrar aquilo de que trata',
  aboutWholeItem: 'Sobre o item inteiro',
  charactersTo: (start, end) => `Caracteres ${number.format(start)} a ${number.format(end)}`,
  noteNumber: (n) => `Nota ${n}`,
  reviewed: 'Revisto',
  markReviewed: 'Marcar como revisto',
  unmarkReviewed: 'Retirar as marcas',
  reviewAll: 'Marcar todos como revistos',
  reviewSelection: 'Marcar a seleção como revista',
  unreviewed: 'Não revistos por mim',
  reviewedTarget: (n) => `${items(n)}. As marcas dos outros não mudam.`,
  reviewedItems: (n) => (n === 1 ? '1 item marcado como revisto' : `${items(n)} marcados como revistos`),
  unreviewedItems: (n) => `${items(n)} sem a marca de revisto`,
  reviewedBy: (name) => `Revisto por ${name}`,
};
