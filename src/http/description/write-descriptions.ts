/**
 * Generates files from the route table, and writes those that changed. The file name decides: the types of the TypeScript
 * client (`.ts`), the Python client (`.py`), the OpenAPI document (`.json`) or the WADL document (`.wadl`). A build runs it,
 * because it would block a server.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { routeTable } from '../route-table.ts';
import { clientTypes } from './client-types.ts';
import { openApiDocument } from './openapi.ts';
import { pythonClient } from './python-client.ts';
import { wadlDocument } from './wadl.ts';

const files = process.argv.slice(2);
if (files.length === 0) throw new Error('The file to write is missing.');
const document = openApiDocument(routeTable);
for (const file of files) {
  const text = textOf(extname(file));
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

function textOf(ending: string): string {
  switch (ending) {
    case '.ts':
      return clientTypes(document);
    case '.py':
      return pythonClient(document);
    case '.json':
      return JSON.stringify(document, null, 1);
    case '.wadl':
      return wadlDocument(document);
    default:
      throw new Error(`No file with the ending "${ending}" follows from the route table.`);
  }
}
