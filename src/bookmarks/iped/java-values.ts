/** What a Java serialization stream holds, as far as the bookmarks of IPED need it: plain data, never an instance of a class. */

export type JavaValue = null | JavaText | JavaObject | JavaArray | JavaClass;

/** A text has an identity: two that are equal are written twice, one that is met again by its handle. */
export interface JavaText {
  readonly kind: 'text';
  readonly text: string;
}

export interface JavaClass {
  readonly kind: 'class';
  readonly name: string;
  /** serialVersionUID. */
  readonly version: bigint;
  readonly flags: number;
  readonly fields: readonly JavaField[];
  readonly parent: JavaClass | null;
}

export interface JavaField {
  /** `I`, `L`, `[` …; `typeName` is that of a field that holds an object. */
  readonly type: string;
  readonly name: string;
  readonly typeName: JavaText | null;
}

export interface JavaObject {
  readonly kind: 'object';
  readonly class: JavaClass;
  /** Of the class and of its parents. Numbers and flags that bookmarks do not need are their bytes. */
  readonly fields: ReadonlyMap<string, JavaValue | number | Block>;
  /** What each class wrote besides its fields, in order. */
  readonly written: ReadonlyMap<JavaClass, readonly (JavaValue | Block)[]>;
}

/** An array of bytes, booleans or floats: its elements as they stand in the file. */
export interface JavaArray {
  readonly kind: 'array';
  readonly class: JavaClass;
  readonly length: number;
  readonly bytes: Uint8Array;
}

/** Bytes that a class wrote by itself. */
export interface Block {
  readonly kind: 'block';
  readonly bytes: Uint8Array;
}

/** Flags of a class. */
export const WRITES_ITSELF = 1;
export const SERIALIZABLE = 2;
export const EXTERNALIZABLE = 4;
export const WRITES_BLOCKS = 8;

export const STREAM_HEADER = Buffer.of(0xac, 0xed, 0x00, 0x05);
export const FIRST_HANDLE = 0x7e0000;

export const Tag = {
  null: 0x70,
  reference: 0x71,
  class: 0x72,
  object: 0x73,
  string: 0x74,
  array: 0x75,
  block: 0x77,
  end: 0x78,
  longBlock: 0x7a,
  longString: 0x7c,
} as const;

/** From the topmost parent down, as values are written. */
export function classesOf(described: JavaClass): readonly JavaClass[] {
  return described.parent === null ? [described] : [...classesOf(described.parent), described];
}
