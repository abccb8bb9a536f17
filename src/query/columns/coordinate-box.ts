/** Finds the items with coordinates in a box of degrees. */
import type { ItemCoordinates } from '../../engine/columns/coordinate-column.ts';
import type { Box } from '../../search/search-request.ts';

/** Returns ascending documents, without repeats. A box with west beyond east crosses the date line. */
export function docsInBox({ docs, latitudes, longitudes }: ItemCoordinates, box: Box): Uint32Array {
  const { west, south, east, north } = box;
  const crosses = west > east;
  const found = new Uint32Array(docs.length);
  let count = 0;
  for (let i = 0; i < docs.length; i++) {
    const latitude = latitudes[i]!;
    const longitude = longitudes[i]!;
    if (latitude < south || latitude > north) continue;
    const isWithin = crosses ? longitude >= west || longitude <= east : longitude >= west && longitude <= east;
    if (isWithin && (count === 0 || found[count - 1] !== docs[i])) found[count++] = docs[i]!;
  }
  return found.subarray(0, count);
}
