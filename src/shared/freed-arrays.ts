/**
 * Frees the memory of arrays now. The garbage collector would free it later, if many objects are made in the meantime.
 * The arrays are empty afterwards.
 */
export function freeArrays(...arrays: readonly { readonly buffer: ArrayBuffer }[]): void {
  for (const { buffer } of arrays) buffer.transfer(0);
}
