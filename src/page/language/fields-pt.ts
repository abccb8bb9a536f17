/** Portuguese texts about fields: display names of usual fields, in the order of the list. */
import type { fieldWords as english } from './fields-en.ts';

const number = new Intl.NumberFormat('pt-BR');
const count = (n: number): string => number.format(n);

const fieldLabels: Readonly<Record<string, string>> = {
  category: 'Tipo de item',
  from: 'Remetente',
  to: 'Destinatário',
  cc: 'Com cópia',
  bcc: 'Com cópia oculta',
  subject: 'Assunto',
  sent: 'Envio',
  received: 'Receção',
  chat: 'Chat',
  thread: 'Conversa de correio',
  ext: 'Extensão',
  type: 'Tipo de ficheiro',
  contentType: 'Tipo de conteúdo',
  modified: 'Última alteração',
  created: 'Criação',
  accessed: 'Último acesso',
  length: 'Tamanho em bytes',
  size: 'Tamanho em bytes',
  path: 'Pasta e nome',
  name: 'Nome',
  title: 'Título',
  author: 'Autor',
  deleted: 'Apagado',
  carved: 'Recuperado (carving)',
  coding: 'Escolha',
  decided: 'Decidido por',
  reviewed: 'Revisto por',
  hashset: 'Conjunto de hashes',
  hash: 'Hash',
  md5: 'Hash MD5',
  'sha-1': 'Hash SHA-1',
  'sha-256': 'Hash SHA-256',
  custodian: 'Custodiante',
  'language:detected': 'Idioma',
  hasChildren: 'Contém itens',
  subitem: 'Dentro de outro item',
  isDir: 'Pasta',
  encrypted: 'Cifrado',
  timeout: 'Processamento expirou',
  duplicate: 'Duplicado',
};

export const fieldWords: typeof english = {
  fieldLabels,
  inHashSets: (names) => `No conjunto de hashes ${names}`,
  findField: 'Procurar um campo',
  fieldsFound: 'Campos encontrados',
  noFieldFound: 'Nenhum campo tem este nome',
  fieldCount: (n) => `${count(n)} ${n === 1 ? 'campo' : 'campos'}`,
  fieldItems: (n) => `${count(n)} ${n === 1 ? 'item' : 'itens'}`,
};
