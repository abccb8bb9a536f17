/** Pictures of the scenes in several formats, with what a camera writes into them; a turned one, broken ones, and a bomb. */
import sharp from 'sharp';
import { crc32 } from './crc32.mjs';
import { scene } from './scenes.mjs';

/** `name` is one of the scenes; `more` says their light, colour and number, and how the file is: `exif`, `orientation`. */
export function jpeg(name, { width, height, exif, orientation, ...more }) {
  // A camera that is held upright stores its picture lying on the side.
  const isTurned = orientation === 6;
  const [across, down] = isTurned ? [height, width] : [width, height];
  let picture = sharp(Buffer.from(scene(name, { width: across, height: down, ...more }))).flatten();
  if (isTurned) picture = picture.rotate(-90);
  if (exif !== undefined) picture = picture.withExif(exif);
  if (orientation !== undefined) picture = picture.withMetadata({ orientation });
  return picture.jpeg({ quality: 72, mozjpeg: true }).toBuffer();
}

/** What a camera writes into a picture: itself, the time on its clock, the place. */
export function exifOf({ camera: { make, model, serial }, taken, place }) {
  const clock = taken.slice(0, 19).replace('T', ' ').replaceAll('-', ':');
  const time = { DateTimeOriginal: clock, OffsetTimeOriginal: taken.slice(19), BodySerialNumber: serial };
  return {
    IFD0: { Make: make, Model: model, DateTime: clock },
    IFD2: time,
    ...(place === undefined ? {} : { IFD3: placeTags(place) }),
  };
}

function placeTags([latitude, longitude]) {
  const parts = (degrees) => {
    const seconds = Math.round(Math.abs(degrees) * 360_000);
    return `${Math.floor(seconds / 360_000)}/1 ${Math.floor(seconds / 6000) % 60}/1 ${seconds % 6000}/100`;
  };
  return {
    GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
    GPSLatitude: parts(latitude),
    GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
    GPSLongitude: parts(longitude),
  };
}

const drawn = (name, options) => sharp(Buffer.from(scene(name, options)));
export const png = (name, options) => drawn(name, options).png({ palette: true, colours: 64 }).toBuffer();
export const webp = (name, options) => drawn(name, options).webp({ quality: 60 }).toBuffer();
export const gif = (name, options) => drawn(name, options).gif().toBuffer();
export const tiff = (name, options) => drawn(name, options).flatten().tiff({ compression: 'lzw' }).toBuffer();
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
