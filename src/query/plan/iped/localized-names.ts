/**
 * Names of fields and categories in the language of a case. IPED accepts these in queries in addition to its own names.
 * They come from the case or, if it has no list, from the known names of IPED 4.
 */
import type { IndexReader } from '../../../engine/index-reader.ts';

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

/** Translates names for one index. */
export class NamesOfCase {
  readonly #fields: ReadonlyMap<string, string>;
  /** Keyed by folded name. */
  readonly #categories: ReadonlyMap<string, string>;

  constructor({ header: { origin }, analyzer }: Pick<IndexReader, 'header' | 'analyzer'>) {
    const language = (origin?.locale ?? 'en').split(/[-_]/)[0]!.toLowerCase();
    const { fields = [], categories = [] } = origin?.names ?? {};
    // A case that is not from IPED has only its own names.
    this.#fields = new Map(origin === undefined ? [] : [...knownOf(FIELD_NAMES, language), ...fields]);
    const folded = categories.map(([shown, own]) => [analyzer.foldWhole(shown), analyzer.foldWhole(own)] as const);
    this.#categories = new Map([...knownOf(CATEGORY_NAMES, language), ...folded]);
  }

  /** Returns the field with this name. */
  field(name: string): string {
    return this.#fields.get(name) ?? name;
  }

  /** Returns the category with this folded value. */
  category(value: string): string {
    return this.#categories.get(value) ?? value;
  }
}

function knownOf(names: typeof FIELD_NAMES, language: string): [string, string][] {
  return Object.hasOwn(names, language) ? Object.entries(names[language]!) : [];
}

const ofIndexes = new WeakMap<object, NamesOfCase>();

export function namesOfCase(index: IndexReader): NamesOfCase {
  let names = ofIndexes.get(index.header);
  if (names === undefined) {
    names = new NamesOfCase(index);
    ofIndexes.set(index.header, names);
  }
  return names;
}
