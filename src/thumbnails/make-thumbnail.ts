/**
 * Small JPEGs of the pictures of a case; the only import of sharp. A picture is hostile code for a decoder: only
 * formats known by their first bytes are tried (never SVG, which can fetch and expand), and size, pixels and time are
 * bounded. What cannot be drawn is NOT_FOUND with the reason.
 */
import sharp from 'sharp';
import type { ByteSource } from '../cases/case-reader.ts';
import { AppError } from '../shared/errors.ts';
import { pictureBytesMax, picturePixelsMax, pictureSecondsMax } from './limits.ts';

/** Longest side of a thumbnail in pixels. */
const thumbnailSideMax = 320;

const jpegQuality = 80;
const magicBytes = 16;

// One picture uses one core, and nothing of it stays in memory.
sharp.cache(false);
sharp.concurrency(1);

export interface PictureLimits {
  readonly bytes: number;
  readonly pixels: number;
  readonly seconds: number;
}

const defaultLimits: PictureLimits = {
  bytes: pictureBytesMax,
  pixels: picturePixelsMax,
  seconds: pictureSecondsMax,
};

/**
 * A JPEG of at most `thumbnailSideMax` pixels a side: never enlarged, turned upright by EXIF, on white where the
 * picture is transparent, without its metadata. Throws AppError NOT_FOUND where the bytes are no picture or break a limit.
 */
export async function makeThumbnail(source: ByteSource | Uint8Array, limits = defaultLimits): Promise<Buffer> {
  const magic = await readStart(source, magicBytes);
  if (pictureFormat(magic) === null) throw notDrawable('the content is not a picture of a known format');
  const bytes = source instanceof Uint8Array ? source.length : source.bytes;
  if (bytes > limits.bytes) throw notDrawable(`the picture has ${bytes} bytes, more than ${limits.bytes}`);
  const picture = await readStart(source, bytes);
  try {
    return await render(picture, limits);
  } catch (error) {
    throw notDrawable(reasonOf(error as Error, limits), error);
  }
}

/** The format by the first bytes, among those that are drawn, or null. */
export function pictureFormat(start: Uint8Array): string | null {
  const text = Buffer.from(start.buffer, start.byteOffset, Math.min(start.length, magicBytes)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (/^RIFF[\s\S]{4}WEBP/.test(text)) return 'webp';
  if (/^(II[*+]\0|MM\0[*+])/.test(text)) return 'tiff';
  if (/^[\s\S]{4}ftyp(avif|avis|heic|heix|hevc|mif1|msf1)/.test(text)) return 'heif';
  return null;
}

async function render(picture: Uint8Array, limits: PictureLimits): Promise<Buffer> {
  return sharp(picture, { limitInputPixels: limits.pixels, sequentialRead: true, failOn: 'error', pages: 1 })
    .timeout({ seconds: limits.seconds })
    .autoOrient()
    .resize({ width: thumbnailSideMax, height: thumbnailSideMax, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: jpegQuality })
    .toBuffer();
}

async function readStart(source: ByteSource | Uint8Array, bytes: number): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source.subarray(0, bytes);
  const target = Buffer.alloc(Math.min(bytes, source.bytes));
  const count = await source.read(target, 0);
  return target.subarray(0, count);
}

function reasonOf(error: Error, limits: PictureLimits): string {
  if (/pixel limit/i.test(error.message)) return `the picture has more than ${limits.pixels} pixels`;
  if (/timeout/i.test(error.message)) return `the picture took more than ${limits.seconds} s to draw`;
  return 'the picture is broken or of an unknown kind';
}

function notDrawable(reason: string, cause?: unknown): AppError {
  return new AppError('NOT_FOUND', reason, { cause });
}
