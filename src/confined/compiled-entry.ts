/** Processes run compiled files only: where this program runs uncompiled, in tests, the one that was built. */
export function compiledEntry(file: string, base: string): URL {
  const entry = new URL(file, base);
  return base.endsWith('.ts') ? new URL(entry.href.replace(/\/src\/(?!.*\/src\/)/, '/dist/src/')) : entry;
}
