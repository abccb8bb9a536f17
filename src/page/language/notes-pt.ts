/** What the page says of notes, in Portuguese. */
import type { NoteMessages } from './notes-en.ts';

const number = new Intl.NumberFormat('pt-BR');

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
  noteAdded: 'Nota acrescentada',
  noteChanged: 'Nota alterada',
  noteDeleted: 'Nota apagada',
  notePassage: 'Nota sobre este trecho',
  noteOnValue: (name, value) => `Nota sobre ${name}: ${value}`,
  showPassage: 'Mostrar aquilo de que trata',
  aboutWholeItem: 'Sobre o item inteiro',
  charactersTo: (start, end) => `Caracteres ${number.format(start)} a ${number.format(end)}`,
  noteNumber: (n) => `Nota ${n}`,
  reviewedBy: (name) => `Revisto por ${name}`,
};
