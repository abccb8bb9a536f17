/** Shortens names of files to the limits of file systems. */

/** Maximum length of a file extension. A longer suffix does not count as one. */
const ENDING_UNITS_MAX = 16;

/** Returns the beginning of a name and its extension, in at most `bytesMax` bytes of UTF-8. */
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
