/**
 * Reads a Java serialization stream (protocol version 5) into plain values. Only the classes of IPED's bookmarks are accepted.
 * Every count and length is checked against the remaining bytes, so a hostile file costs no more than its size.
 */
import { AppError } from '../../shared/errors.ts';
import {
  type Block,
  classesOf,
  EXTERNALIZABLE,
  FIRST_HANDLE,
  type JavaArray,
  type JavaClass,
  type JavaField,
  type JavaObject,
  type JavaText,
  type JavaValue,
  SERIALIZABLE,
  STREAM_HEADER,
  Tag,
  WRITES_BLOCKS,
  WRITES_ITSELF,
} from './java-values.ts';

/** Nesting depth of objects. IPED's files have five levels. */
const DEPTH_MAX = 32;
/** A hundred thousand bookmarks have about a million handles. Each handle takes a few hundred bytes here. */
const HANDLES_COUNT_MAX = 2_000_000;
/** Elements of all collections, and blocks. Each takes at least two bytes of the file. */
const PARTS_COUNT_MAX = 4_000_000;
/** Maximum number of superclasses of a class, which are read for every object. IPED's classes have one. */
const PARENTS_COUNT_MAX = 8;
const FIELDS_COUNT_MAX = 64;

const CLASSES: ReadonlySet<string> = new Set([
  ...['iped.engine.data.Bookmarks', 'iped.engine.data.BitmapBookmarks', 'org.roaringbitmap.RoaringBitmap'],
  ...['java.util.TreeMap', 'java.util.TreeSet', 'java.util.ArrayList', 'java.util.HashMap', 'java.util.LinkedHashMap'],
  ...['java.util.HashSet', 'java.util.LinkedHashSet', 'java.lang.Integer', 'java.lang.Number', 'java.io.File'],
  ...['java.awt.Color', 'java.awt.AWTKeyStroke', 'javax.swing.KeyStroke', '[B', '[Z', '[F'],
]);

const ELEMENT_BYTES: Readonly<Record<string, number>> = { '[B': 1, '[Z': 1, '[F': 4 };
const PRIMITIVE_BYTES: Readonly<Record<string, number>> = { B: 1, Z: 1, C: 2, S: 2, I: 4, F: 4, J: 8, D: 8 };

/** Reads the one object of a stream. Throws AppError INVALID_REQUEST with the error and its offset. */
export function readJavaObject(bytes: Uint8Array): JavaObject {
  const reader = new JavaReader(bytes);
  const value = reader.stream();
  if (value?.kind !== 'object') throw reader.fault('holds no object');
  return value;
}

class JavaReader {
  readonly #bytes: Buffer;
  readonly #handles: JavaValue[] = [];
  #at = 0;
  #depth = 0;
  #parts = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  stream(): JavaValue {
    if (!this.#take(4).equals(STREAM_HEADER)) {
      this.#at = 0;
      throw this.fault('is not a Java serialization stream of version 5');
    }
    const value = this.#value();
    if (this.#at !== this.#bytes.length) throw this.fault('continues after its object');
    return value;
  }

  fault(finding: string): AppError {
    return new AppError('INVALID_REQUEST', `The bookmarks file ${finding} (at byte ${this.#at}).`);
  }

  #value(): JavaValue {
    if (++this.#depth > DEPTH_MAX) throw this.fault(`nests objects more than ${DEPTH_MAX} deep`);
    const value = this.#tagged(this.#byte());
    this.#depth--;
    return value;
  }

  #tagged(tag: number): JavaValue {
    switch (tag) {
      case Tag.null:
        return null;
      case Tag.reference:
        return this.#reference();
      case Tag.class:
        return this.#class();
      case Tag.object:
        return this.#object();
      case Tag.array:
        return this.#array();
      case Tag.string:
        return this.#string(this.#take(2).readUInt16BE());
      case Tag.longString:
        return this.#string(Number(this.#take(8).readBigUInt64BE()));
      default:
        this.#at--;
        throw this.fault(`has an unknown element 0x${tag.toString(16)}`);
    }
  }

  #reference(): JavaValue {
    const handle = this.#take(4).readUInt32BE() - FIRST_HANDLE;
    if (handle < 0 || handle >= this.#handles.length) throw this.fault('refers to something that is not there');
    return this.#handles[handle]!;
  }

  #string(length: number): JavaText {
    const handle = this.#reserve();
    const text: JavaText = { kind: 'text', text: this.#modifiedUtf8(length) };
    this.#handles[handle] = text;
    return text;
  }

  #class(): JavaClass {
    const name = this.#modifiedUtf8(this.#take(2).readUInt16BE());
    if (!CLASSES.has(name))
      throw this.fault(`has the class ${JSON.stringify(name.slice(0, 80))}, which bookmarks do not contain`);
    const version = this.#take(8).readBigInt64BE();
    const handle = this.#reserve();
    const flags = this.#byte();
    const count = this.#take(2).readUInt16BE();
    if (count > FIELDS_COUNT_MAX) throw this.fault(`has a class of ${count} fields`);
    const fields = Array.from({ length: count }, () => this.#fieldDescription());
    if (this.#written().length > 0) throw this.fault('has a class with more than its fields');
    const parent = this.#classOrNull();
    if (parent !== null && classesOf(parent).length > PARENTS_COUNT_MAX) {
      throw this.fault(`has a class of more than ${PARENTS_COUNT_MAX} parents`);
    }
    const described: JavaClass = { kind: 'class', name, version, flags, fields, parent };
    this.#handles[handle] = described;
    return described;
  }

  #fieldDescription(): JavaField {
    const type = String.fromCharCode(this.#byte());
    const name = this.#modifiedUtf8(this.#take(2).readUInt16BE());
    if (type !== 'L' && type !== '[') {
      if (PRIMITIVE_BYTES[type] === undefined) throw this.fault('has a field of an unknown type');
      return { type, name, typeName: null };
    }
    const typeName = this.#value();
    if (typeName?.kind !== 'text') throw this.fault('has a field without a type');
    return { type, name, typeName };
  }

  #classOrNull(): JavaClass | null {
    const value = this.#value();
    if (value !== null && value.kind !== 'class') throw this.fault('lacks a class that it must have');
    return value;
  }

  #object(): JavaObject {
    const described = this.#classOrNull();
    if (described === null) throw this.fault('has an object without a class');
    const fields = new Map<string, JavaValue | number | Block>();
    const classes = classesOf(described);
    const written = classes.some(writesParts) ? new Map<JavaClass, (JavaValue | Block)[]>() : NOTHING_WRITTEN;
    const object: JavaObject = { kind: 'object', class: described, fields, written };
    this.#handles[this.#reserve()] = object;
    for (const one of classes) {
      const isSerializable = (one.flags & SERIALIZABLE) !== 0;
      const isExternal = (one.flags & EXTERNALIZABLE) !== 0;
      if (isExternal && (one.flags & WRITES_BLOCKS) === 0) throw this.fault('has an object of unknown length');
      if (isSerializable) for (const field of one.fields) fields.set(field.name, this.#field(field.type));
      if (writesParts(one)) written.set(one, this.#written());
    }
    return object;
  }

  #field(type: string): JavaValue | number | Block {
    if (type === 'I') return this.#take(4).readInt32BE();
    if (type === 'L' || type === '[') return this.#value();
    return { kind: 'block', bytes: this.#take(PRIMITIVE_BYTES[type]!) };
  }

  #array(): JavaArray {
    const described = this.#classOrNull();
    const width = ELEMENT_BYTES[described?.name ?? ''];
    if (described === null || width === undefined)
      throw this.fault('has an array of a kind that bookmarks do not contain');
    const handle = this.#reserve();
    const length = this.#take(4).readInt32BE();
    if (length < 0) throw this.fault('has an array of negative length');
    const array: JavaArray = { kind: 'array', class: described, length, bytes: this.#take(length * width) };
    this.#handles[handle] = array;
    return array;
  }

  /** Reads the custom data of a class up to its end. */
  #written(): (JavaValue | Block)[] {
    const parts: (JavaValue | Block)[] = [];
    for (;;) {
      const tag = this.#byte();
      if (tag === Tag.end) return parts;
      if (tag === Tag.block) parts.push({ kind: 'block', bytes: this.#take(this.#byte()) });
      else if (tag === Tag.longBlock) parts.push({ kind: 'block', bytes: this.#take(this.#take(4).readUInt32BE()) });
      else {
        this.#at--;
        parts.push(this.#value());
      }
      if (++this.#parts > PARTS_COUNT_MAX) throw this.fault(`has collections of more than ${PARTS_COUNT_MAX} parts`);
    }
  }

  #reserve(): number {
    if (this.#handles.length === HANDLES_COUNT_MAX) throw this.fault(`has more than ${HANDLES_COUNT_MAX} objects`);
    return this.#handles.push(null) - 1;
  }

  #modifiedUtf8(length: number): string {
    const bytes = this.#take(length);
    const units: string[] = [];
    let batch: number[] = [];
    for (let i = 0; i < bytes.length; ) {
      const first = bytes[i]!;
      const width = first < 0x80 ? 1 : (first & 0xe0) === 0xc0 ? 2 : (first & 0xf0) === 0xe0 ? 3 : 0;
      const rest = bytes.subarray(i + 1, i + width);
      if (width === 0 || rest.length !== width - 1 || rest.some((byte) => (byte & 0xc0) !== 0x80)) {
        throw this.fault('has a text that is not UTF-8 as Java writes it');
      }
      batch.push(
        width === 1
          ? first
          : width === 2
            ? ((first & 0x1f) << 6) | (rest[0]! & 0x3f)
            : ((first & 0x0f) << 12) | ((rest[0]! & 0x3f) << 6) | (rest[1]! & 0x3f),
      );
      i += width;
      if (batch.length < 4096 && i < bytes.length) continue;
      units.push(String.fromCharCode(...batch));
      batch = [];
    }
    return units.join('');
  }

  #byte(): number {
    return this.#take(1)[0]!;
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (!(end <= this.#bytes.length)) throw this.fault(`is truncated: ${length} more bytes are expected`);
    const bytes = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }
}

/** Shared by most objects, which have only fields. Never modified. */
const NOTHING_WRITTEN = new Map<JavaClass, (JavaValue | Block)[]>();

function writesParts({ flags }: JavaClass): boolean {
  return (flags & EXTERNALIZABLE) !== 0 || ((flags & SERIALIZABLE) !== 0 && (flags & WRITES_ITSELF) !== 0);
}
