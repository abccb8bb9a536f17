/** Names of files that fit a file system. */

/** A longer ending is no ending. */
const ENDING_UNITS_MAX = 16;

/** The beginning of a name and its ending, in so many bytes of UTF-8 at most. */
export function shortName(name: string, bytesMax: number): string {
  if (Buffer.byteLength(name) <= bytesMax) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= ENDING_UNITS_MAX ? name.slice(dot) : '';
  let stem = '';
  let bytes = Buffer.byteLength(ending);
  for (const character of name.slice(0, name.length - ending.length)) {
    bytes += Buffer.byteLength(character);
    if (bytes > bytesMax) break;
    stem += character;
  }
  return stem + ending;
}
