/** Portuguese texts about conversations. */
import type { conversationWords as english } from './conversations-en.ts';

const number = new Intl.NumberFormat('pt-BR');
const count = (n: number): string => number.format(n);
const messages = (n: number): string => `${count(n)} ${n === 1 ? 'mensagem' : 'mensagens'}`;

export const conversationWords: typeof english = {
  messagesFromTo: (n, from, to) => `${messages(n)}, de ${from} a ${to}`,
  joinedByPeople: 'reunidas pelos dois extremos: o caso não indica a conversa',
  untimedMessages: (n) => `${count(n)} sem hora`,
  participants: 'Participantes',
  jumpToDate: 'Ir para a data',
  noMessageFrom: (day) => `Não há mensagens em ${day} nem depois.`,
  searchConversation: 'Pesquisar nesta conversa',
  noMessageFound: 'Nenhuma mensagem encontrada',
  onTheRight: 'À direita',
  asCaseSays: 'O dono do aparelho',
  ownerUnknown: 'O caso não diz de quem é o aparelho.',
  filesAreCut: 'Estas mensagens têm mais ficheiros do que se podem mostrar: estes são alguns.',
  earlierMessages: (n) => `Mensagens anteriores (${count(n)})`,
  laterMessages: (n) => `Mensagens seguintes (${count(n)})`,
  withoutMessage: (seconds) => {
    const days = Math.floor(seconds / 86_400);
    return `${count(days)} ${days === 1 ? 'dia' : 'dias'} sem mensagens`;
  },
  messageAt: (n) => `Mensagem ${count(n)}`,
  answersMessage: 'Responde a uma mensagem',
  wasDeleted: 'apagada',
  messageIsCut: '… O texto continua: abra a mensagem.',
  notInCase: 'não está no caso',
  openMessage: 'Abrir esta mensagem',
  openFile: (name) => `Abrir ${name}`,
  noTime: 'sem hora',
};
