/** Writes the generated part of the TypeScript client, where it has changed: a step of `npm run build`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { routeTable } from '../route-table.ts';
import { clientTypes } from './client-types.ts';
import { openApiDocument } from './openapi.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('The file to write is missing.');
const text = clientTypes(openApiDocument(routeTable));
if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
