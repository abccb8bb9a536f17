/** Processes run compiled files only. If this program runs uncompiled, in tests, this returns the built one. */
export function compiledEntry(file: string, base: string): URL {
  const entry = new URL(file, base);
  return base.endsWith('.ts') ? new URL(entry.href.replace(/\/src\/(?!.*\/src\/)/, '/dist/src/')) : entry;
}
