/** Portuguese texts about threads and people. */
import type { threadWords as english } from './threads-en.ts';

const number = new Intl.NumberFormat('pt-BR');
const count = (n: number): string => number.format(n);

export const threadWords: typeof english = {
  peopleTitle: 'Mensagens entre pessoas',
  sentFrom: 'Enviadas por',
  sentTo: 'Enviadas a',
  bothWays: 'Nos dois sentidos',
  showMails: 'Mostrar mensagens',
  nameOrAddress: 'Nome ou endereço',
  nobody: 'Ninguém',
  removePerson: (address) => `Remover ${address}`,
  peopleFor: (field) => `Pessoas: ${field}`,
  sentAndGot: (sent, got) => `enviou ${count(sent)}, recebeu ${count(got)}`,
  threadMails: (mails, missing) =>
    `${count(mails)} ${mails === 1 ? 'mensagem' : 'mensagens'}${missing === 0 ? '' : `, ${count(missing)} em falta`}`,
  onlyInclusive: 'Só mensagens inclusivas',
  containedBelow: (n) => `${count(n)} omitidas: uma mensagem posterior contém todo o seu texto`,
  isContained: 'Uma mensagem posterior contém o seu texto',
  threadIsCut: 'A conversa tem mais mensagens do que se podem mostrar: estas são algumas delas.',
  threadTextIsCut: 'O texto continua: abra a mensagem.',
  missingMail: 'Mensagem em falta',
  wroteTo: 'para',
  otherSubject: 'outro assunto',
  guess: 'suposição',
  guessHint: 'A mensagem não refere outra. O seu lugar aqui resulta só do assunto e das pessoas.',
  copiesOf: (n) => (n === 1 ? '1 cópia' : `${count(n)} cópias`),
  quoted: (lines) => `Citação: ${count(lines)} ${lines === 1 ? 'linha' : 'linhas'}`,
};
