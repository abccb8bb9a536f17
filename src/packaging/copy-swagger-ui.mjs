/**
 * Copies the assets of Swagger UI that the server serves to dist/swagger-ui. The package itself, which reports installs, is
 * needed only for building.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-16x16.png', 'favicon-32x32.png', 'LICENSE'];

const from = fileURLToPath(new URL('../../node_modules/swagger-ui-dist/', import.meta.url));
const to = fileURLToPath(new URL('../../dist/swagger-ui/', import.meta.url));
mkdirSync(to, { recursive: true });
for (const file of FILES) copyFileSync(from + file, to + file);
