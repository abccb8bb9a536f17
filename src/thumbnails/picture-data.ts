/**
 * Reads the data that a camera or a program wrote into a picture: EXIF with places and times, and facts about the file. The
 * bytes may be hostile, so this runs in a separate process, which may crash. Only pictures that are also drawn are read.
 */
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { AppError } from '../shared/errors.ts';
import { type ExifValue, exifText } from './exif-text.ts';
import { EXIF_BYTES_MAX, EXIF_UNITS_MAX, EXIF_VALUES_MAX, PICTURE_PIXELS_MAX } from './limits.ts';
import { pictureFormat } from './picture-format.ts';

export interface PictureData {
  readonly groups: readonly PictureGroup[];
  /** False if values are missing because they are damaged or too many, or if a value is truncated. */
  readonly isWhole: boolean;
}

export interface PictureGroup {
  /** A directory of EXIF: `Image`, `Photo`, `GPSInfo`, `Iop`, `Thumbnail`; or `File`. */
  readonly group: string;
  readonly values: readonly PictureValue[];
}

export interface PictureValue {
  readonly name: string;
  readonly value: string;
}

type Directories = Readonly<Record<string, Readonly<Record<string, ExifValue>> | null | boolean>>;

let library: ((bytes: Buffer) => Directories) | null = null;

/** Throws AppError NOT_FOUND, with the reason, if the bytes are not a picture of a known format, or are damaged. */
export async function pictureData(picture: Buffer): Promise<PictureData> {
  if (pictureFormat(picture) === null) throw unreadable('the content is not a picture of a known format');
  const facts = await sharp(picture, { limitInputPixels: PICTURE_PIXELS_MAX, pages: 1 })
    .metadata()
    .catch((error: unknown) => {
      throw unreadable('the picture is broken or of an unknown kind', error);
    });
  const file = {
    Format: facts.format === 'heif' && facts.compression === 'av1' ? 'avif' : facts.format,
    Width: facts.width,
    Height: facts.height,
    'Color space': facts.space,
    'Bytes of XMP': facts.xmp?.length,
    'Bytes of IPTC': facts.iptc?.length,
    'Bytes of a color profile': facts.icc?.length,
  };
  // A TIFF file has the same form as the EXIF in other formats.
  const exif = facts.exif ?? (facts.format === 'tiff' ? picture : null);
  const writer = new GroupWriter();
  writer.add('File', file, '');
  if (exif !== null && exif.length > EXIF_BYTES_MAX) writer.isWhole = false;
  else if (exif !== null) writer.addExif(exif);
  return { groups: writer.groups, isWhole: writer.isWhole };
}

class GroupWriter {
  readonly groups: PictureGroup[] = [];
  isWhole = true;
  #count = 0;

  addExif(exif: Buffer): void {
    library ??= createRequire(import.meta.url)('exif-reader') as (bytes: Buffer) => Directories;
    const text = exif.toString('latin1');
    try {
      for (const [group, values] of Object.entries(library(exif))) {
        if (typeof values === 'object' && values !== null) this.add(group, values, text);
        else if (values === null) this.isWhole = false;
      }
    } catch {
      // The file has EXIF that cannot be read completely.
      this.isWhole = false;
    }
  }

  /** `exif` has the bytes as Latin-1, from which dates are taken as they were written. */
  add(group: string, all: Readonly<Record<string, ExifValue>>, exif: string): void {
    const values: PictureValue[] = [];
    for (const [name, one] of Object.entries(all)) {
      if (one === undefined || /^(?:MakerNote|\w+Tag)$/.test(name)) continue;
      const value = exifText(name, one, all, exif);
      if (value === null || this.#count === EXIF_VALUES_MAX) this.isWhole = false;
      if (value === null || value === '' || this.#count === EXIF_VALUES_MAX) continue;
      this.#count++;
      this.isWhole &&= value.length <= EXIF_UNITS_MAX;
      values.push({ name, value: value.slice(0, EXIF_UNITS_MAX) });
    }
    if (values.length > 0) this.groups.push({ group, values });
  }
}

function unreadable(reason: string, cause?: unknown): AppError {
  return new AppError('NOT_FOUND', reason, { cause });
}
