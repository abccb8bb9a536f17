/** Reads all texts of a case directory directly from its files: values of properties, texts in items, and texts in files. */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

/** Yields nothing if the folder is missing. Texts with damaged characters are yielded with replacements. */
export async function* textsOfCase(directory) {
  const manifest = join(directory, 'case.json');
  if (!existsSync(manifest)) {
    console.log(`${directory}: folder missing`);
    return;
  }
  for (const name of JSON.parse(readFileSync(manifest, 'utf8')).items) {
    const bytes = createReadStream(join(directory, name));
    const lines = name.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
    for await (const line of createInterface({ input: lines, crlfDelay: Infinity })) {
      if (line !== '') yield* textsOfItem(directory, JSON.parse(line));
    }
  }
}

async function* textsOfItem(directory, { properties, text }) {
  for (const values of Object.values(properties ?? {})) for (const value of values) yield value.toWellFormed();
  if (typeof text === 'string') yield text.toWellFormed();
  else if (text?.file !== undefined) yield await textOfFile(join(directory, text.file), text.offset ?? 0, text.length);
}

async function textOfFile(path, offset, length) {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(length ?? (await file.stat()).size - offset);
    await file.read(bytes, 0, bytes.length, offset);
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  } finally {
    await file.close();
  }
}
