/** The texts about reports. They are loaded with the dialog, in both languages. */
import { chosenLanguage } from '../language/words.ts';

const en = {
  title: 'Report',
  bookmarks: 'Bookmarks',
  heading: 'Title',
  case: 'Case',
  author: 'Author',
  template: 'Template',
  languages: { en: 'English', pt: 'Portuguese' } as Record<string, string>,
  keywords: 'Search terms to report, one a line',
  files: 'Contents of the items',
  filesIncluded: 'in the report',
  filesLinked: 'linked, in a folder beside the report',
  filesNone: 'none',
  linkedHint:
    'The pages link the folder "files" beside the folder of the report. Make the same report with contents, and copy its folder "files" there.',
  log: 'With the log of the bookmarks',
  hint: 'A ZIP of pages. Unpack it, and open index.html in any browser; no server is needed.',
};

const pt: typeof en = {
  title: 'Relatório',
  bookmarks: 'Marcadores',
  heading: 'Título',
  case: 'Caso',
  author: 'Autor',
  template: 'Modelo',
  languages: { en: 'Inglês', pt: 'Português' },
  keywords: 'Termos de pesquisa a relatar, um por linha',
  files: 'Conteúdos dos itens',
  filesIncluded: 'no relatório',
  filesLinked: 'ligados, numa pasta ao lado do relatório',
  filesNone: 'nenhuns',
  linkedHint:
    'As páginas ligam à pasta "files" ao lado da pasta do relatório. Crie o mesmo relatório com conteúdos e copie a pasta "files" desse para lá.',
  log: 'Com o registo dos marcadores',
  hint: 'Um ZIP de páginas. Descomprima-o e abra index.html em qualquer navegador; não precisa de servidor.',
};

export function reportWords(): typeof en {
  return chosenLanguage() === 'pt' ? pt : en;
}
