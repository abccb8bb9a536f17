/**
 * Writes the generated part of the TypeScript client, or the Python client (`.py`), if it has changed: a step of `npm run build`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { routeTable } from '../route-table.ts';
import { clientTypes } from './client-types.ts';
import { openApiDocument } from './openapi.ts';
import { pythonClient } from './python-client.ts';

const files = process.argv.slice(2);
if (files.length === 0) throw new Error('The file to write is missing.');
const document = openApiDocument(routeTable);
for (const file of files) {
  const text = file.endsWith('.py') ? pythonClient(document) : clientTypes(document);
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
