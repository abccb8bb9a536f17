/** Pictures drawn from formulas: sound ones in several formats, a turned one, broken ones, and a bomb. */
import sharp from 'sharp';
import { crc32 } from './crc32.mjs';

/** Raw RGB or RGBA pixels: a sky over water, with a hull of the given hue. */
function paint(width, height, hue, channels) {
  const pixels = Buffer.alloc(width * height * channels);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * channels;
      const isWater = y > height * 0.6;
      const isHull = Math.abs(x - width / 2) < width / 4 && y > height * 0.45 && y < height * 0.7;
      const colour = isHull
        ? hue
        : isWater
          ? [20, 60, 120 + ((x + y) % 40)]
          : [150, 190, 255 - Math.floor((y / height) * 80)];
      for (let c = 0; c < 3; c++) pixels[at + c] = colour[c];
      if (channels === 4) pixels[at + 3] = isHull || isWater ? 255 : 0;
    }
  }
  return sharp(pixels, { raw: { width, height, channels } });
}

export async function jpeg(width, height, hue, { orientation, exif } = {}) {
  let picture = paint(width, height, hue, 3);
  if (exif !== undefined) picture = picture.withExif(exif);
  if (orientation !== undefined) picture = picture.withMetadata({ orientation });
  return picture.jpeg({ quality: 70 }).toBuffer();
}

export const png = (width, height, hue) => paint(width, height, hue, 4).png().toBuffer();
export const webp = (width, height, hue) => paint(width, height, hue, 3).webp({ quality: 60 }).toBuffer();
export const gif = (width, height, hue) => paint(width, height, hue, 3).gif().toBuffer();
export const tiff = (width, height, hue) => paint(width, height, hue, 3).tiff({ compression: 'lzw' }).toBuffer();
export const thumbnail = (picture) =>
  sharp(picture).autoOrient().resize(160, 160, { fit: 'inside' }).jpeg({ quality: 60 }).toBuffer();

/** A start like a JPEG's and nothing a decoder could use. */
export function brokenJpeg(random) {
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10]), Buffer.from('JFIF\0'), random.bytes(600)]);
}

/** A PNG of a few bytes that says it has 3,600,000,000 pixels. */
export function pictureBomb() {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(60_000, 0);
  size.writeUInt32BE(60_000, 4);
  size.set([8, 2, 0, 0, 0], 8);
  const data = Buffer.from('789c63606060000000040001', 'hex');
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
