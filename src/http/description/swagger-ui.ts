/**
 * Swagger UI from assets that the build copies from its package, so that it works offline. The page and its start script are ours
 * and have no inline script, so that the policy can forbid it.
 */
import { staticFile } from './static-files.ts';

export interface Asset {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

export const swaggerUiPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Swagger UI sets style attributes, which is harmless, and shows pictures of answers as blobs.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="UTF-8">
    <title>Case Access Web Service</title>
    <link rel="stylesheet" href="swagger-ui.css">
    <link rel="icon" type="image/png" href="favicon-32x32.png" sizes="32x32">
  </head>
  <body>
    <nav class="swagger-ui wrapper" aria-label="Program"><a href="../docs/">Documentation</a> · <a href="../app/">Page</a></nav>
    <div id="swagger-ui"></div>
    <script src="swagger-ui-bundle.js"></script>
    <script src="start.js"></script>
  </body>
</html>
`;

const start = `window.ui = SwaggerUIBundle({
  url: '../openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  validatorUrl: null,
});
`;

/** Our files with their text; files of the package with their media type. */
const ownFiles: Readonly<Record<string, Asset>> = {
  'index.html': { mediaType: 'text/html; charset=utf-8', bytes: Buffer.from(page) },
  'start.js': { mediaType: 'text/javascript; charset=utf-8', bytes: Buffer.from(start) },
};
const packageFiles: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-16x16.png': 'image/png',
  'favicon-32x32.png': 'image/png',
};

export const swaggerUiFiles = [...Object.keys(ownFiles), ...Object.keys(packageFiles)] as const;

/** Returns one of `swaggerUiFiles`, or null for any other name. */
export async function swaggerUiAsset(file: string): Promise<Asset | null> {
  const own = Object.hasOwn(ownFiles, file) ? ownFiles[file] : undefined;
  if (own !== undefined) return own;
  const mediaType = Object.hasOwn(packageFiles, file) ? packageFiles[file] : undefined;
  return mediaType === undefined ? null : { mediaType, bytes: await staticFile('swagger-ui', file) };
}
