/** Writes a ZIP archive of files as they are, without compression, so that its bytes are the same everywhere. */
import { crc32 } from './crc32.mjs';

/** 2023-02-19 12:00, as archives write it. */
const TIME = 12 << 11;
const DATE = ((2023 - 1980) << 9) | (2 << 5) | 19;
const NAMES_ARE_UTF_8 = 0x800;

/** `files`: name and bytes (or text) of each. */
export function zip(files) {
  const locals = [];
  const central = [];
  let offset = 0;
  for (const [name, content] of files) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(content)];
    const common = Buffer.alloc(26);
    for (const [at, value] of [20, NAMES_ARE_UTF_8, 0, TIME, DATE].entries()) common.writeUInt16LE(value, at * 2);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, nameBytes, bytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, rest, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
