/** Many parts of a request wait for the same signal or response: they share one listener, or Node warns of a leak. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/** Where the shared listeners are added. */
const SHARED = ['src/http/response-end.ts', 'src/shared/ends/end-listeners.ts'];

test('signals and responses are listened to in one place', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    // What runs in browsers has none of the server's code.
    .filter((file) => file.endsWith('.ts') && !/^(page|client)\//.test(file))
    .map((file) => join('src', file));
  const listening = files.filter((file) => {
    const code = readFileSync(file, 'utf8');
    const isOfServer = file.startsWith('src/http/');
    return (
      /addEventListener\('abort'|setMaxListeners/.test(code) ||
      (isOfServer && /\b(?:res|response)\.(?:on|once)\('close'/.test(code))
    );
  });
  expect(listening.sort()).toEqual(SHARED);
});
