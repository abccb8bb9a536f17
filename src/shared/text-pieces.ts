/** Cuts long texts into pieces of bounded length. */

/** A piece never divides a pair of surrogates, so it is as well-formed as the whole text. */
export function* textPieces(text: string, units: number): Generator<string, void, undefined> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + units);
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to--;
    yield text.slice(from, to);
    from = to;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
