/**
 * A case as plain records, with the query language's rules for fields: the values of an item in a field, the type of the field,
 * and the terms of every value. Only analysis is cached. There is no index here.
 */
import { tokenize } from './naive-analysis.ts';
import { foldWhole } from './naive-folding.ts';
import { parseDate, parseNumber } from './naive-values.ts';

export interface NaiveItem {
  readonly id: number;
  readonly parentId: number | null;
  readonly properties: readonly (readonly [name: string, values: readonly string[]])[];
  readonly text: string | null;
}

export type FieldType = 'text' | 'whole' | 'number' | 'date';

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['size', 'length'],
  ['modificationDate', 'modified'],
]);
/** Properties whose name has another meaning in queries. */
const SHADOWED: ReadonlyMap<string, string> = new Map([
  ['property:content', 'content'],
  ['property:id', 'id'],
  ['property:parentId', 'parentId'],
  ['property:digits', 'digits'],
  ['property:hex', 'hex'],
  ['property:bookmark', 'bookmark'],
  ['property:selected', 'selected'],
  ['property:source', 'source'],
]);
const NUMBERS = ['length', 'id', 'parentId'];
const DATES = ['created', 'accessed', 'modified'];
/** Numbers of the record itself, which have no written form. */
const RECORD_NUMBERS = ['id', 'parentId'];

/** Indexed by position of a value: its terms. */
export type NaiveTerms = readonly (readonly string[])[];

export class NaiveCase {
  readonly items: readonly NaiveItem[];
  /** Items that are not tree nodes. */
  readonly searchable: readonly NaiveItem[];
  /** Keyed by name: the items of `set` clauses. */
  sets: ReadonlyMap<string, ReadonlySet<number>> = new Map();
  readonly #types: Map<string, FieldType>;
  readonly #terms = new Map<string, Map<number, string[][][]>>();
  /** Equal terms are one string, so that a large case fits in memory. */
  readonly #interned = new Map<string, string>();

  /** `types` are the types that the case declares for fields whose values do not decide the type. */
  constructor(items: readonly NaiveItem[], types: ReadonlyMap<string, FieldType> = new Map()) {
    this.items = items;
    this.#types = new Map(types);
    this.searchable = items.filter((item) => !isTreeNode(item));
  }

  type(field: string): FieldType {
    const name = ALIASES.get(field) ?? field;
    const known = this.#types.get(name) ?? this.#findType(name);
    this.#types.set(name, known);
    return known;
  }

  /** Whether its type is fixed, or follows from searchable values. Only then can the type make a query invalid. */
  hasType(field: string): boolean {
    const name = ALIASES.get(field) ?? field;
    if (NUMBERS.includes(name) || DATES.includes(name)) return true;
    return this.searchable.some((item) => this.values(item, name).length > 0);
  }

  /** Returns the values as the case spells them. Empty if the item does not have the field. */
  values(item: NaiveItem, field: string): readonly string[] {
    const name = ALIASES.get(field) ?? field;
    if (name === 'id') return [String(item.id)];
    if (name === 'parentId') return item.parentId === null ? [] : [String(item.parentId)];
    if (name === 'content') return item.text === null ? [] : [item.text];
    const aliases = [...ALIASES].filter(([, target]) => target === name).map(([alias]) => alias);
    const values = propertyValues(item, [SHADOWED.get(name) ?? name, ...aliases]);
    return name === 'ext' && values.length === 0 ? derivedExtension(item) : values;
  }

  /** Returns the terms of each value, by position. Several may share one. */
  terms(item: NaiveItem, field: string): readonly NaiveTerms[] {
    const ofField = this.#terms.get(field) ?? new Map<number, string[][][]>();
    this.#terms.set(field, ofField);
    const known = ofField.get(item.id) ?? this.values(item, field).map((value) => this.#analyze(value, field));
    ofField.set(item.id, known);
    return known;
  }

  #analyze(value: string, field: string): string[][] {
    if (RECORD_NUMBERS.includes(field)) return [];
    if (this.type(field) === 'whole') return value === '' ? [] : [[foldWhole(value)]];
    const positions: string[][] = [];
    for (const { term, position } of tokenize(value)) {
      const interned = this.#interned.get(term);
      if (interned === undefined) this.#interned.set(term, term);
      positions[position] ??= [];
      positions[position].push(interned ?? term);
    }
    return positions;
  }

  #findType(field: string): FieldType {
    if (isWhole(field)) return 'whole';
    if (field === 'content') return 'text';
    if (NUMBERS.includes(field)) return 'number';
    if (DATES.includes(field)) return 'date';
    // Tree nodes count for the type of a field that other items have, but do not create fields.
    if (!this.searchable.some((item) => this.values(item, field).length > 0)) return 'text';
    const values = this.items.flatMap((item) => this.values(item, field));
    if (values.length === 0) return 'text';
    if (values.every((value) => parseNumber(value) !== null)) return 'number';
    return values.every((value) => parseDate(value) !== null) ? 'date' : 'text';
  }
}

/** Fields whose whole value is one term. */
export function isWhole(field: string): boolean {
  return field === 'category' || field === 'hash' || field === 'md5' || field.startsWith('sha-');
}

function isTreeNode(item: NaiveItem): boolean {
  return propertyValues(item, ['treeNode']).some((value) => foldWhole(value) === 'true');
}

function propertyValues(item: NaiveItem, names: readonly string[]): readonly string[] {
  return item.properties.filter(([name]) => names.includes(name)).flatMap(([, values]) => values);
}

/** Longest extension, in UTF-16 units. */
const EXTENSION_UNITS_MAX = 32;

/**
 * Returns the text after the last dot of the first name, in lower case. A leading dot makes a hidden file, not an extension.
 */
function derivedExtension(item: NaiveItem): readonly string[] {
  const [name] = propertyValues(item, ['name']);
  const dot = name?.lastIndexOf('.') ?? -1;
  if (dot <= 0 || dot === name!.length - 1) return [];
  const extension = name!.slice(dot + 1);
  return extension.length > EXTENSION_UNITS_MAX || /[\s/\\]/.test(extension) ? [] : [extension.toLowerCase()];
}
