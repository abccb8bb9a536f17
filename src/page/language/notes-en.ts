/** English texts about notes and reviewed items. */
const number = new Intl.NumberFormat('en');
const items = (n: number): string => `${number.format(n)} ${n === 1 ? 'item' : 'items'}`;

export const noteWords = {
  notes: 'Notes',
  noNotes: 'There are no notes on this item yet.',
  newNote: 'New note',
  noteText: 'Text of the note',
  addNote: 'Add note',
  editNote: (author: string, time: string) => `Edit the note by ${author}, ${time}`,
  deleteNote: (author: string, time: string) => `Delete the note by ${author}, ${time}`,
  noteBy: (author: string, time: string) => `Note by ${author}, ${time}`,
  noteSaid: (author: string, text: string) => `Note by ${author}: ${text}`,
  noteChangedBy: (who: string, time: string) => `Changed by ${who}, ${time}`,
  earlierVersions: 'Earlier versions',
  noEarlierVersions: 'None',
  noteAdded: 'Note added',
  noteChanged: 'Note changed',
  noteDeleted: 'Note deleted',
  notePassage: 'Note on this passage',
  noteOnValue: (name: string, value: string) => `Note on ${name}: ${value}`,
  showPassage: 'Show what it is about',
  aboutWholeItem: 'About the whole item',
  charactersTo: (start: number, end: number) => `Characters ${number.format(start)} to ${number.format(end)}`,
  noteNumber: (n: string) => `Note ${n}`,
  reviewed: 'Reviewed',
  markReviewed: 'Mark as reviewed',
  unmarkReviewed: 'Remove the marks',
  reviewAll: 'Mark all hits as reviewed',
  reviewSelection: 'Mark the selection as reviewed',
  unreviewed: 'Not reviewed by me',
  reviewedTarget: (n: number) => `${items(n)}. Nobody else’s marks change.`,
  reviewedItems: (n: number) => `${items(n)} marked as reviewed`,
  unreviewedItems: (n: number) => `${items(n)} no longer marked as reviewed`,
  reviewedBy: (name: string) => `Reviewed by ${name}`,
};

export type NoteMessages = typeof noteWords;
