/**
 * Frees dropped memory of WebAssembly and arrays now. V8 collects garbage when objects are allocated, which a merging
 * thread rarely does. Without this, 100 MB of a large build would stay until its end.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
