/**
 * Draws the pictures of a case again, as thumbnails or as large as a screen. A picture is hostile input for a decoder. Only
 * formats recognized by their first bytes are tried, never SVG, which can fetch and expand. Size, pixels and time are bounded.
 * A picture that cannot be drawn is NOT_FOUND with the reason.
 */
import sharp from 'sharp';
import type { ByteInput } from '../cases/case-reader.ts';
import { AppError } from '../shared/errors.ts';
import { type Drawing, THUMBNAIL } from './drawing.ts';
import { heicPixels, type Pixels } from './heic-pixels.ts';
import { DECODED_BYTES_MAX, PICTURE_BYTES_MAX, PICTURE_PIXELS_MAX, PICTURE_SECONDS_MAX } from './limits.ts';
import { magicBytes, pictureFormat } from './picture-format.ts';

const jpegQuality = 80;
const WEBP_QUALITY = 85;

// Uses a single core per picture, and caches nothing.
sharp.cache(false);
sharp.concurrency(1);

export interface PictureLimits {
  /** Size of the file. */
  readonly bytes: number;
  readonly pixels: number;
  readonly seconds: number;
  /** Limit of the decoded picture, if it must be completely in memory. */
  readonly decodedBytes: number;
}

const defaultLimits: PictureLimits = {
  bytes: PICTURE_BYTES_MAX,
  pixels: PICTURE_PIXELS_MAX,
  seconds: PICTURE_SECONDS_MAX,
  decodedBytes: DECODED_BYTES_MAX,
};

/** Returns the thumbnail as a JPEG. */
export function makeThumbnail(source: ByteInput | Uint8Array, limits = defaultLimits): Promise<Buffer> {
  return drawPicture(source, THUMBNAIL, limits);
}

/**
 * Returns a JPEG, or a WebP if transparency is kept. The picture is rotated upright by EXIF, and has no metadata. Throws
 * AppError NOT_FOUND if the bytes are not a picture or exceed a limit.
 */
export async function drawPicture(
  source: ByteInput | Uint8Array,
  drawing: Drawing,
  limits = defaultLimits,
): Promise<Buffer> {
  const magic = await readStart(source, magicBytes);
  if (pictureFormat(magic) === null) throw notDrawable('the content is not a picture of a known format');
  const bytes = source instanceof Uint8Array ? source.length : source.bytes;
  if (bytes > limits.bytes) throw notDrawable(`the picture has ${bytes} bytes, more than ${limits.bytes}`);
  const picture = await readStart(source, bytes);
  try {
    const isHeic = (await refuseLargeDecoded(picture, limits, drawing.page ?? 0)) === HEIC_COMPRESSION;
    if (!isHeic) return await render(picture, drawing, limits);
    const pixels = await heicPixels(picture, limits.pixels);
    if (pixels === null) throw notDrawable('the picture is broken or of an unknown kind');
    return await render(pixels, drawing, limits);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw notDrawable(reasonOf(error as Error, limits), error);
  }
}

/** Formats that are decoded a few rows at a time. Others, and interlaced pictures, are completely in memory. */
const READ_BY_ROWS: ReadonlySet<string> = new Set(['jpeg', 'png']);
/** In this orientation and higher ones, rows become columns. */
const FIRST_TURNED = 5;

/** How the library names the compression of HEIC pictures, which it cannot decode. */
const HEIC_COMPRESSION = 'hevc';

/** Throws for a picture that is too large when decoded. Returns the compression of the pixels, if the format has several. */
async function refuseLargeDecoded(
  picture: Uint8Array,
  limits: PictureLimits,
  page: number,
): Promise<string | undefined> {
  const {
    format,
    width = 0,
    height = 0,
    channels = 4,
    depth,
    isProgressive,
    orientation = 1,
    compression,
  } = await sharp(picture, {
    limitInputPixels: limits.pixels,
    ...pageOf(page),
  }).metadata();
  if (READ_BY_ROWS.has(format) && isProgressive !== true && orientation < FIRST_TURNED) return compression;
  const bytes = width * height * channels * bytesOf(depth);
  if (bytes > limits.decodedBytes) {
    throw notDrawable(`the picture takes ${bytes} bytes of memory, more than ${limits.decodedBytes}`);
  }
  return compression;
}

/** Returns the bytes of one channel of a pixel, given libvips's name for its type. */
function bytesOf(depth: string | undefined): number {
  if (depth === 'uchar' || depth === 'char') return 1;
  if (depth === 'ushort' || depth === 'short') return 2;
  if (depth === 'double' || depth === 'complex') return 8;
  return depth === 'dpcomplex' ? 16 : 4;
}

/** Draws a picture from a file or from decoded pixels. */
async function render(picture: Uint8Array | Pixels, drawing: Drawing, limits: PictureLimits): Promise<Buffer> {
  const { width, height, keepsTransparency, page = 0 } = drawing;
  const opened =
    picture instanceof Uint8Array
      ? sharp(picture, { limitInputPixels: limits.pixels, sequentialRead: true, failOn: 'error', ...pageOf(page) })
      : sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 4 } });
  const drawn = opened
    .timeout({ seconds: limits.seconds })
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  if (keepsTransparency && (await isTransparent(picture, limits))) {
    return drawn.webp({ quality: WEBP_QUALITY }).toBuffer();
  }
  return drawn.flatten({ background: '#ffffff' }).jpeg({ quality: jpegQuality }).toBuffer();
}

async function isTransparent(picture: Uint8Array | Pixels, limits: PictureLimits): Promise<boolean> {
  if (picture instanceof Uint8Array) {
    return (await sharp(picture, { limitInputPixels: limits.pixels }).metadata()).hasAlpha;
  }
  for (let at = 3; at < picture.data.length; at += 4) if (picture.data[at] !== 0xff) return true;
  return false;
}

/** The library accepts a page only for formats with pages. */
function pageOf(page: number): { readonly page?: number; readonly pages: number } {
  return page === 0 ? { pages: 1 } : { page, pages: 1 };
}

async function readStart(source: ByteInput | Uint8Array, bytes: number): Promise<Uint8Array> {
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
