/**
 * Values of a Java serialization stream, as far as IPED's bookmarks need them. They are plain data, never instances of classes.
 */

export type JavaValue = null | JavaText | JavaObject | JavaArray | JavaClass;

/** A text with identity: two equal texts are both written, but a repeated text is written as a handle. */
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
  /** `I`, `L`, `[` …; `typeName` is the type of an object field. */
  readonly type: string;
  readonly name: string;
  readonly typeName: JavaText | null;
}

export interface JavaObject {
  readonly kind: 'object';
  readonly class: JavaClass;
  /** Fields of the class and its parents. Numbers and flags that bookmarks do not need are kept as bytes. */
  readonly fields: ReadonlyMap<string, JavaValue | number | Block>;
  /** The custom data of each class, in order. */
  readonly written: ReadonlyMap<JavaClass, readonly (JavaValue | Block)[]>;
}

/** An array of bytes, booleans or floats, with its elements as in the file. */
export interface JavaArray {
  readonly kind: 'array';
  readonly class: JavaClass;
  readonly length: number;
  readonly bytes: Uint8Array;
}

/** Bytes of custom data. */
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

/** From the topmost parent down, in the order of writing. */
export function classesOf(described: JavaClass): readonly JavaClass[] {
  return described.parent === null ? [described] : [...classesOf(described.parent), described];
}
