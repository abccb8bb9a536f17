/**
 * The location of an item's bytes as IPED stores it: a decoder, its source, and the part in the source. The part reference is
 * ["content", decoder, source, id, offset, size, hash, md5]. Common decoders are abbreviated to one word.
 */
import { decodePartRef, encodePartRef, type PartRef } from '../../../shared/part-ref.ts';

export interface ContentReference {
  /** The class that opens the source, or null if the item has no bytes of its own. */
  readonly decoder: string | null;
  /** `dataSourcePath`: relative to the case directory, or absolute. */
  readonly source: string | null;
  /** `idInDataSource`: a relative file name, a database key, the number of an object, or the name of an entry. */
  readonly id: string | null;
  /** The offset of a carved item or a fragment in the data of `id`. */
  readonly offset: number | null;
  readonly size: number | null;
  /** The key of previews and thumbnails in the case: upper-case hexadecimal. */
  readonly hash: string | null;
  /** The MD5 of the bytes, if the case has one. */
  readonly md5: string | null;
}

export type Decoder = 'file' | 'sqlite' | 'tsk' | 'zip' | 'ufdr' | 'preview';

const WORD_OF_CLASS: Readonly<Record<string, Decoder>> = {
  'iped.utils.FileInputStreamFactory': 'file',
  'iped.engine.task.ExportFileTask$SQLiteInputStreamFactory': 'sqlite',
  'iped.engine.sleuthkit.SleuthkitInputStreamFactory': 'tsk',
  'iped.engine.io.ZIPInputStreamFactory': 'zip',
  'iped.engine.io.UFDRInputStreamFactory': 'ufdr',
};

const KIND = 'content';
const MD5_DIGITS = 32;
/** The decoder for an item that has no bytes of its own, but a preview. */
const PREVIEW: Decoder = 'preview';

/**
 * Returns the reference of an item, from its stored properties. `value` returns the first value of a property, or undefined.
 */
export function contentReferenceOf(value: (property: string) => string | undefined): ContentReference {
  const className = value('dataSourceDecoder');
  const hash = hashOf(value('hash'));
  const isComplete = className !== undefined && value('dataSourcePath') !== undefined;
  return {
    decoder: isComplete ? (WORD_OF_CLASS[className] ?? className) : value('hasPreview') === 'true' ? PREVIEW : null,
    source: isComplete ? value('dataSourcePath')! : null,
    id: isComplete ? (value('idInDataSource') ?? null) : null,
    offset: isComplete ? numberOf(value('offset')) : null,
    size: numberOf(value('size')),
    hash,
    md5: md5Of(value('md5')) ?? (hash?.length === MD5_DIGITS ? hash : null),
  };
}

export function encodeContentReference(ref: ContentReference): PartRef {
  const { decoder, source, id, offset, size, hash, md5 } = ref;
  return encodePartRef([KIND, decoder, source, id, offset, size, hash, md5 === hash ? '' : md5]);
}

/** Returns null if the reference is of another kind or invalid. */
export function decodeContentReference(ref: PartRef): ContentReference | null {
  const values = decodePartRef(ref);
  if (values === null || values.length !== 8 || values[0] !== KIND) return null;
  const [, decoder, source, id, offset, size, hash, md5] = values;
  if (!isText(decoder) || !isText(source) || !isText(id) || !isText(hash) || !isText(md5)) return null;
  if (!isCount(offset) || !isCount(size)) return null;
  return { decoder, source, id, offset, size, hash: hashOf(hash ?? undefined), md5: md5 === '' ? hash : md5 };
}

/** Only hexadecimal digits are allowed, because it becomes part of file paths. */
export function hashOf(value: string | undefined): string | null {
  return value !== undefined && /^[0-9A-Fa-f]{32,128}$/.test(value) ? value.toUpperCase() : null;
}

function md5Of(value: string | undefined): string | null {
  return value?.length === MD5_DIGITS ? hashOf(value) : null;
}

function numberOf(value: string | undefined): number | null {
  if (value === undefined || !/^\d{1,16}$/.test(value)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : null;
}

function isText(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

function isCount(value: unknown): value is number | null {
  return value === null || (Number.isSafeInteger(value) && (value as number) >= 0);
}
