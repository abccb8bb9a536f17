/** Portuguese texts about saved searches. */
import type { SearchMessages } from './searches-en.ts';

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
};
