/** Names of fields and categories in the language of a case, which IPED takes in queries beside its own. */

const FIELD_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: { metaChanged: 'changed' },
  pt: {
    nome: 'name',
    tamanho: 'size',
    tipo: 'type',
    caminho: 'path',
    categoria: 'category',
    conteudo: 'content',
    criacao: 'created',
    modificacao: 'modified',
    acesso: 'accessed',
    deletado: 'deleted',
  },
};

const CATEGORY_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    'windows 10 user timeline': 'user activities',
    'application usage': 'applications usage',
    'tor communication fragments': 'tortcfragment',
  },
};

/** The field that a name means under a locale. */
export function fieldNamed(name: string, locale: string): string {
  return translated(FIELD_NAMES, name, locale);
}

/** The category that a folded value means under a locale. */
export function categoryNamed(value: string, locale: string): string {
  return translated(CATEGORY_NAMES, value, locale);
}

function translated(
  names: Readonly<Record<string, Readonly<Record<string, string>>>>,
  name: string,
  locale: string,
): string {
  const ofLanguage = names[locale.split(/[-_]/)[0]!.toLowerCase()] ?? {};
  return Object.hasOwn(ofLanguage, name) ? ofLanguage[name]! : name;
}
