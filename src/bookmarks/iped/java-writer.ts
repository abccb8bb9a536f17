/** Writes a Java serialization stream (protocol version 5). Reproduces a stream that was read byte for byte. */
import {
  type Block,
  classesOf,
  EXTERNALIZABLE,
  FIRST_HANDLE,
  type JavaArray,
  type JavaClass,
  type JavaObject,
  type JavaText,
  type JavaValue,
  SERIALIZABLE,
  STREAM_HEADER,
  Tag,
  WRITES_ITSELF,
} from './java-values.ts';

const SHORT_BLOCK_BYTES_MAX = 255;
const SHORT_TEXT_BYTES_MAX = 65_535;

export function writeJavaObject(object: JavaObject): Buffer {
  const writer = new JavaWriter();
  writer.value(object);
  return Buffer.concat([STREAM_HEADER, ...writer.pieces]);
}

class JavaWriter {
  readonly pieces: Uint8Array[] = [];
  readonly #handles = new Map<object, number>();

  value(value: JavaValue): void {
    if (value === null) {
      this.#bytes(Buffer.of(Tag.null));
      return;
    }
    const handle = this.#handles.get(value);
    if (handle !== undefined) {
      this.#bytes(Buffer.of(Tag.reference));
      this.#int(FIRST_HANDLE + handle);
    } else if (value.kind === 'text') this.#text(value);
    else if (value.kind === 'class') this.#class(value);
    else if (value.kind === 'array') this.#array(value);
    else this.#object(value);
  }

  #text(value: JavaText): void {
    this.#remember(value);
    const bytes = modifiedUtf8(value.text);
    const isLong = bytes.length > SHORT_TEXT_BYTES_MAX;
    this.#bytes(Buffer.of(isLong ? Tag.longString : Tag.string));
    if (isLong) this.#int(0);
    if (isLong) this.#int(bytes.length);
    else this.#short(bytes.length);
    this.#bytes(bytes);
  }

  #class(described: JavaClass): void {
    this.#bytes(Buffer.of(Tag.class));
    this.#name(described.name);
    const version = Buffer.alloc(8);
    version.writeBigInt64BE(described.version);
    this.#bytes(version);
    this.#remember(described);
    this.#bytes(Buffer.of(described.flags));
    this.#short(described.fields.length);
    for (const { type, name, typeName } of described.fields) {
      this.#bytes(Buffer.from(type, 'latin1'));
      this.#name(name);
      if (typeName !== null) this.value(typeName);
    }
    this.#bytes(Buffer.of(Tag.end));
    this.value(described.parent);
  }

  #object(object: JavaObject): void {
    this.#bytes(Buffer.of(Tag.object));
    this.value(object.class);
    this.#remember(object);
    for (const one of classesOf(object.class)) {
      if ((one.flags & SERIALIZABLE) !== 0) for (const { name } of one.fields) this.#field(object.fields.get(name)!);
      if ((one.flags & (EXTERNALIZABLE | WRITES_ITSELF)) !== 0) this.#written(object.written.get(one) ?? []);
    }
  }

  #field(value: JavaValue | number | Block): void {
    if (typeof value === 'number') this.#int(value);
    else if (value?.kind === 'block') this.#bytes(value.bytes);
    else this.value(value);
  }

  #written(parts: readonly (JavaValue | Block)[]): void {
    for (const part of parts) {
      if (part?.kind !== 'block') {
        this.value(part);
        continue;
      }
      const isShort = part.bytes.length <= SHORT_BLOCK_BYTES_MAX;
      this.#bytes(isShort ? Buffer.of(Tag.block, part.bytes.length) : Buffer.of(Tag.longBlock));
      if (!isShort) this.#int(part.bytes.length);
      this.#bytes(part.bytes);
    }
    this.#bytes(Buffer.of(Tag.end));
  }

  #array(array: JavaArray): void {
    this.#bytes(Buffer.of(Tag.array));
    this.value(array.class);
    this.#remember(array);
    this.#int(array.length);
    this.#bytes(array.bytes);
  }

  #remember(value: object): void {
    this.#handles.set(value, this.#handles.size);
  }

  #name(name: string): void {
    const bytes = modifiedUtf8(name);
    this.#short(bytes.length);
    this.#bytes(bytes);
  }

  #short(value: number): void {
    this.#bytes(Buffer.of(value >> 8, value & 0xff));
  }

  #int(value: number): void {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value | 0);
    this.#bytes(bytes);
  }

  #bytes(bytes: Uint8Array): void {
    this.pieces.push(bytes);
  }
}

/** Encodes each UTF-16 unit separately; zero takes two bytes. */
function modifiedUtf8(text: string): Buffer {
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit !== 0 && unit < 0x80) bytes.push(unit);
    else if (unit < 0x800) bytes.push(0xc0 | (unit >> 6), 0x80 | (unit & 0x3f));
    else bytes.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
  }
  return Buffer.from(bytes);
}
