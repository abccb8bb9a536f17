/**
 * Writes bookmarks in the file format of IPED 4.0 and 4.1, which 4.2 loads too: one object of class `iped.engine.data.Bookmarks`.
 */
import {
  type Block,
  type JavaArray,
  type JavaClass,
  type JavaField,
  type JavaObject,
  type JavaText,
  type JavaValue,
  SERIALIZABLE,
  WRITES_ITSELF,
} from './java-values.ts';
import { writeJavaObject } from './java-writer.ts';

export interface ComposedBookmarks {
  /** The greatest item id of the case, which sizes IPED's arrays. */
  readonly lastId: number;
  readonly bookmarks: readonly ComposedBookmark[];
  readonly selected: Uint32Array;
  /** The case folder on the machine that wrote the file. IPED replaces it with its own on loading. */
  readonly casePath: string;
}

export interface ComposedBookmark {
  readonly name: string;
  readonly comment: string | null;
  readonly isInReport: boolean;
  /** Not above `lastId`. */
  readonly ids: Uint32Array;
}

/** Bit k of an item's byte means that it is in bookmark k. */
const BOOKMARKS_PER_ARRAY = 8;

export function composeIpedBookmarks({ lastId, bookmarks, selected, casePath }: ComposedBookmarks): Buffer {
  const graph = new Graph();
  const numbers = bookmarks.map((_, number) => graph.integer(number));
  const mapOf = (toValue: (bookmark: ComposedBookmark) => JavaValue): JavaObject =>
    graph.treeMap(bookmarks.flatMap((bookmark, i) => [numbers[i]!, toValue(bookmark)]));
  const arrays = Array.from({ length: Math.ceil(bookmarks.length / BOOKMARKS_PER_ARRAY) }, (_, n) =>
    graph.bytes('[B', bitsOf(bookmarks.slice(n * BOOKMARKS_PER_ARRAY, (n + 1) * BOOKMARKS_PER_ARRAY), lastId + 1)),
  );
  const flags = new Uint8Array(lastId + 1);
  for (const id of selected) flags[id] = 1;
  const fields: Readonly<Record<string, JavaValue | number>> = {
    lastId,
    selectedItens: selected.length,
    totalItems: lastId + 1,
    bookmarkComments: mapOf(({ comment }) => (comment === null ? null : graph.text(comment))),
    bookmarkKeyStrokes: mapOf(() => null),
    bookmarkNames: mapOf(({ name }) => graph.text(name)),
    bookmarks: graph.arrayList(arrays),
    cookie: graph.file('/tmp/indexer0.iped'),
    extendedBookmarks: null,
    indexDir: graph.file(`${casePath}/iped/index`),
    reportBookmarks: graph.treeSet(numbers.filter((_, i) => bookmarks[i]!.isInReport)),
    selected: graph.bytes('[Z', flags),
    stateFile: graph.file(`${casePath}/iped/bookmarks.iped`),
    typedWords: graph.emptyLinkedHashSet(),
  };
  return writeJavaObject(graph.object('iped.engine.data.Bookmarks', fields));
}

/** Returns a byte for each item. Bit n is set if the n-th bookmark contains the item. */
function bitsOf(bookmarks: readonly ComposedBookmark[], items: number): Uint8Array {
  const bytes = new Uint8Array(items);
  for (const [bit, { ids }] of bookmarks.entries()) for (const id of ids) bytes[id]! |= 1 << bit;
  return bytes;
}

type Description = readonly [name: string, version: bigint, flags: number, fields: string, parent: string | null];

const ITSELF = SERIALIZABLE | WRITES_ITSELF;

/** Names, versions and fields as in Java: `type name typeName`. */
const DESCRIPTIONS: readonly Description[] = [
  [
    'iped.engine.data.Bookmarks',
    1n,
    SERIALIZABLE,
    'I lastId,I selectedItens,I totalItems,L bookmarkComments Ljava/util/TreeMap;,L bookmarkKeyStrokes Ljava/util/TreeMap;,L bookmarkNames Ljava/util/TreeMap;,L bookmarks Ljava/util/ArrayList;,L cookie Ljava/io/File;,L extendedBookmarks Ljava/util/Map;,L indexDir Ljava/io/File;,L reportBookmarks Ljava/util/Set;,[ selected [Z,L stateFile Ljava/io/File;,L typedWords Ljava/util/LinkedHashSet;',
    null,
  ],
  ['java.util.TreeMap', 919286545866124006n, ITSELF, 'L comparator Ljava/util/Comparator;', null],
  ['java.lang.Integer', 1360826667806852920n, SERIALIZABLE, 'I value', 'java.lang.Number'],
  ['java.lang.Number', -8742448824652078965n, SERIALIZABLE, '', null],
  ['java.util.ArrayList', 8683452581122892189n, ITSELF, 'I size', null],
  ['[B', -5984413125824719648n, SERIALIZABLE, '', null],
  ['java.io.File', 301077366599181567n, ITSELF, 'L path Ljava/lang/String;', null],
  ['java.util.TreeSet', -2479143000061671589n, ITSELF, '', null],
  ['[Z', 6309297032502205922n, SERIALIZABLE, '', null],
  ['java.util.LinkedHashSet', -2851667679971038690n, SERIALIZABLE, '', 'java.util.HashSet'],
  ['java.util.HashSet', -5024744406713321676n, ITSELF, '', null],
];

/** Builds objects that share their classes and type names, as in Java. */
class Graph {
  readonly #classes = new Map<string, JavaClass>();
  readonly #typeNames = new Map<string, JavaText>();

  text(text: string): JavaText {
    return { kind: 'text', text };
  }

  integer(value: number): JavaObject {
    return this.object('java.lang.Integer', { value });
  }

  file(path: string): JavaObject {
    return this.object('java.io.File', { path: this.text(path) }, [{ kind: 'block', bytes: Buffer.from('\0/') }]);
  }

  treeMap(pairs: readonly JavaValue[]): JavaObject {
    return this.object('java.util.TreeMap', { comparator: null }, [sizeBlock(pairs.length / 2), ...pairs]);
  }

  treeSet(elements: readonly JavaValue[]): JavaObject {
    return this.object('java.util.TreeSet', {}, [null, sizeBlock(elements.length), ...elements]);
  }

  arrayList(elements: readonly JavaValue[]): JavaObject {
    return this.object('java.util.ArrayList', { size: elements.length }, [sizeBlock(elements.length), ...elements]);
  }

  emptyLinkedHashSet(): JavaObject {
    const bytes = Buffer.from('000000103f40000000000000', 'hex');
    return this.object('java.util.LinkedHashSet', {}, [{ kind: 'block', bytes }]);
  }

  bytes(className: '[B' | '[Z', bytes: Uint8Array): JavaArray {
    return { kind: 'array', class: this.#class(className), length: bytes.length, bytes };
  }

  /** `written`: the custom data of a class, or of its parent, after the fields. */
  object(
    className: string,
    fields: Readonly<Record<string, JavaValue | number>>,
    written: readonly (JavaValue | Block)[] = [],
  ): JavaObject {
    const described = this.#class(className);
    const writer = (described.flags & WRITES_ITSELF) === 0 ? described.parent : described;
    return {
      kind: 'object',
      class: described,
      fields: new Map(Object.entries(fields)),
      written: new Map(writer === null ? [] : [[writer, written]]),
    };
  }

  #class(name: string): JavaClass {
    const known = this.#classes.get(name);
    if (known !== undefined) return known;
    const [, version, flags, fields, parent] = DESCRIPTIONS.find(([described]) => described === name)!;
    const described: JavaClass = {
      kind: 'class',
      name,
      version,
      flags,
      fields: fields === '' ? [] : fields.split(',').map((field) => this.#field(field)),
      parent: parent === null ? null : this.#class(parent),
    };
    this.#classes.set(name, described);
    return described;
  }

  #field(described: string): JavaField {
    const [type = '', name = '', typeName] = described.split(' ');
    if (typeName === undefined) return { type, name, typeName: null };
    const known = this.#typeNames.get(typeName) ?? this.text(typeName);
    this.#typeNames.set(typeName, known);
    return { type, name, typeName: known };
  }
}

function sizeBlock(size: number): Block {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(size);
  return { kind: 'block', bytes };
}
