/** Portuguese texts about changes by others. */
import type { liveWords as english } from './live-en.ts';

export const liveWords: typeof english = {
  liveState: 'Alterações de outros',
  notLive: 'Sem atualização',
  notLiveHint: 'As alterações de outros aparecem quando a página se conectar de novo. Ela tenta sozinha.',
  restarted:
    'O servidor foi reiniciado, por isso nada foi alterado. Os itens são mostrados como estão agora: veja e tente de novo.',
  itemChanged: 'O caso alterou este item. Ele é mostrado como está agora.',
  partMissing:
    'Não foi possível carregar esta parte da página. O servidor pode ter sido atualizado: recarregue a página.',
  presence: 'Presença',
  presenceHint: 'Mostrar a outros qual item você vê, e quem vê o mesmo',
  othersState: 'Outros neste item',
  othersHere: (names, more) => [...names, ...(more === 0 ? [] : [`mais ${more}`])].join(', '),
};
