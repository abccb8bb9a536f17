/** Writes the tables over UTF-16 units of this runtime into the built program. Run by `npm run build`. */
import { writeFileSync } from 'node:fs';
import { bytesOfTables, makeTables, TABLES_FILE } from '../analysis/unit-tables.ts';
import { withRuntimeName } from '../shared/runtime-file.ts';

writeFileSync(TABLES_FILE, withRuntimeName(bytesOfTables(makeTables())));
