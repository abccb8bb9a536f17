/** The body of a bookmark change. It is an array of references, or an object that selects items by a set or by known hashes. */
import { AppError } from '../../shared/errors.ts';
import { Slice } from '../../shared/slices.ts';
import { HASHES_MAX } from '../limits.ts';
import { JsonMemberText } from './json-member-text.ts';
import { type ReferenceList, readReferences } from './references-body.ts';

/** `rest`: the text of an object, without the hashes. */
export type ChangeText =
  | { readonly kind: 'references'; readonly list: ReferenceList }
  | { readonly kind: 'object'; readonly hashes: readonly string[]; readonly rest: string };

/** A text with more leading white space is not treated as an object. */
const SPACE_UNITS_MAX = 128 * 1024;

/** Throws AppError INVALID_REQUEST, TOO_LARGE. */
export async function readChange(pieces: AsyncIterable<string>): Promise<ChangeText> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first: string[] = [];
  let beginning = '';
  for (let units = 0; beginning === '' && units < SPACE_UNITS_MAX; ) {
    const next = await iterator.next();
    if (next.done === true) break;
    first.push(next.value);
    units += next.value.length;
    beginning = next.value.trimStart().slice(0, 1);
  }
  const all = behind(first, iterator);
  if (beginning !== '{') return { kind: 'references', list: await readReferences(all) };
  return readObject(all);
}

async function* behind(
  first: readonly string[],
  iterator: AsyncIterator<string>,
): AsyncGenerator<string, void, undefined> {
  try {
    yield* first;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

async function readObject(pieces: AsyncIterable<string>): Promise<ChangeText> {
  const body = new JsonMemberText('hashes');
  const hashes: string[] = [];
  const slice = new Slice();
  const addAll = (elements: readonly unknown[]): void => {
    for (const element of elements) {
      if (typeof element !== 'string') {
        throw new AppError('INVALID_REQUEST', `Element ${hashes.length + 1} of "hashes" is not text.`);
      }
      if (hashes.length === HASHES_MAX) {
        throw new AppError('INVALID_REQUEST', `There are more than ${HASHES_MAX} "hashes". Send them in parts.`);
      }
      hashes.push(element);
    }
  };
  for await (const piece of pieces) {
    body.add(piece);
    for (let next = body.nextSlice(); next !== null; next = body.nextSlice()) {
      addAll(next);
      await slice.giveWay();
    }
  }
  const { elements, rest } = body.finish();
  addAll(elements);
  return { kind: 'object', hashes, rest };
}
