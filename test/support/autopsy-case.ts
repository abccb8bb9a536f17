/** Writes cases of Autopsy for tests: a database with the tables that are read, and the files that it keeps. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';

type Value = string | number | bigint | null | Uint8Array;

const TABLES = [
  'tsk_db_info_extended (name TEXT PRIMARY KEY, value TEXT NOT NULL)',
  'tsk_objects (obj_id INTEGER PRIMARY KEY, par_obj_id INTEGER, type INTEGER NOT NULL)',
  'tsk_image_info (obj_id INTEGER PRIMARY KEY, type INTEGER, ssize INTEGER, tzone TEXT, size INTEGER, md5 TEXT, display_name TEXT)',
  'tsk_image_names (obj_id INTEGER NOT NULL, name TEXT NOT NULL, sequence INTEGER NOT NULL)',
  'tsk_vs_parts (obj_id INTEGER PRIMARY KEY, addr INTEGER NOT NULL, start INTEGER NOT NULL, length INTEGER NOT NULL)',
  'tsk_fs_info (obj_id INTEGER PRIMARY KEY, img_offset INTEGER NOT NULL, fs_type INTEGER NOT NULL)',
  'tsk_files (obj_id INTEGER PRIMARY KEY, fs_obj_id INTEGER, data_source_obj_id INTEGER, attr_type INTEGER, attr_id INTEGER, name TEXT NOT NULL, ' +
    'meta_addr INTEGER, type INTEGER, dir_type INTEGER, meta_type INTEGER, dir_flags INTEGER, meta_flags INTEGER, size INTEGER, ctime INTEGER, ' +
    'crtime INTEGER, atime INTEGER, mtime INTEGER, md5 TEXT, sha256 TEXT, known INTEGER, parent_path TEXT, mime_type TEXT, extension TEXT)',
  'tsk_files_path (obj_id INTEGER PRIMARY KEY, path TEXT NOT NULL, encoding_type INTEGER NOT NULL)',
  'blackboard_artifact_types (artifact_type_id INTEGER PRIMARY KEY, type_name TEXT NOT NULL, display_name TEXT)',
  'blackboard_attribute_types (attribute_type_id INTEGER PRIMARY KEY, type_name TEXT NOT NULL, value_type INTEGER NOT NULL)',
  'blackboard_artifacts (artifact_id INTEGER PRIMARY KEY, obj_id INTEGER NOT NULL, artifact_obj_id INTEGER NOT NULL, artifact_type_id INTEGER NOT NULL)',
  'blackboard_attributes (artifact_id INTEGER NOT NULL, attribute_type_id INTEGER NOT NULL, value_type INTEGER NOT NULL, value_byte BLOB, ' +
    'value_text TEXT, value_int32 INTEGER, value_int64 INTEGER, value_double NUMERIC(20, 10))',
  'tag_names (tag_name_id INTEGER PRIMARY KEY, display_name TEXT UNIQUE)',
  'content_tags (tag_id INTEGER PRIMARY KEY, obj_id INTEGER NOT NULL, tag_name_id INTEGER NOT NULL, comment TEXT NOT NULL)',
  'blackboard_artifact_tags (tag_id INTEGER PRIMARY KEY, artifact_id INTEGER NOT NULL, tag_name_id INTEGER NOT NULL, comment TEXT NOT NULL)',
];

const XOR_HEADER = 'TSK_CONTAINER_XOR1_xxxxxxxxxxxxx';

export class AutopsyWriter {
  readonly #dir: string;
  readonly #database: InstanceType<typeof sqlite.Database>;
  readonly #types = new Map<string, number>();

  /** Writes into an existing folder. `file` is a database that already has the tables. */
  constructor(dir: string, hasTables = false) {
    this.#dir = dir;
    this.#database = new sqlite.Database(join(dir, 'autopsy.db'));
    // A test case need not survive a crash.
    this.#database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
    if (hasTables) return;
    this.#database.exec(TABLES.map((table) => `CREATE TABLE ${table};`).join('\n'));
    this.insert('tsk_db_info_extended', { name: 'SCHEMA_MAJOR_VERSION', value: '9' });
  }

  insert(table: string, row: Readonly<Record<string, Value>>): void {
    const names = Object.keys(row);
    const places = names.map(() => '?').join(', ');
    this.#database.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places})`, Object.values(row));
  }

  /** Adds a file that Autopsy unpacked. Every second one is encoded in its format. */
  async keptFile(id: number, parent: number | null, row: Readonly<Record<string, Value>>, bytes: Buffer | null) {
    this.insert('tsk_objects', { obj_id: id, par_obj_id: parent, type: 4 });
    const path = `ModuleOutput\\Embedded File Extractor\\${id}.bin`;
    const encoding = id % 2;
    const md5 = bytes === null ? null : createHash('md5').update(bytes).digest('hex');
    this.insert('tsk_files', { obj_id: id, type: 2, size: bytes?.length ?? null, md5, ...row });
    if (bytes === null) return;
    this.insert('tsk_files_path', { obj_id: id, path: `\\${path}`, encoding_type: encoding });
    const file = join(this.#dir, path.replaceAll('\\', '/'));
    await mkdir(dirname(file), { recursive: true });
    const encoded = Buffer.concat([Buffer.from(XOR_HEADER), bytes.map((byte) => byte ^ 0xca)]);
    await writeFile(file, encoding === 1 ? encoded : bytes);
  }

  /** Attributes as [name, type of the value, value]. */
  artifact(
    number: number | bigint,
    id: number,
    object: number,
    type: readonly [name: string, displayName: string],
    attributes: readonly (readonly [name: string, type: number, value: Value])[],
  ): void {
    this.insert('tsk_objects', { obj_id: id, par_obj_id: object, type: 5 });
    const typeNumber = this.#typeOf('artifact', type[0], { display_name: type[1] });
    this.insert('blackboard_artifacts', {
      artifact_id: number,
      obj_id: object,
      artifact_obj_id: id,
      artifact_type_id: typeNumber,
    });
    for (const [name, valueType, value] of attributes) {
      const column = ['text', 'int32', 'int64', 'double', 'byte', 'int64', 'text'][valueType]!;
      this.#database.run(
        `INSERT INTO blackboard_attributes (artifact_id, attribute_type_id, value_type, value_${column}) VALUES (?, ?, ?, ?)`,
        [number, this.#typeOf('attribute', name, { value_type: valueType }), valueType, value],
      );
    }
  }

  /** `table` is `content_tags` for files, or `blackboard_artifact_tags`. */
  tag(table: string, key: string, number: number | bigint, name: string, comment: string): void {
    this.#database.run('INSERT OR IGNORE INTO tag_names (display_name) VALUES (?)', [name]);
    this.#database.run(
      `INSERT INTO ${table} (${key}, tag_name_id, comment) SELECT ?, tag_name_id, ? FROM tag_names WHERE display_name = ?`,
      [number, comment, name],
    );
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  close(): void {
    this.#database.exec('COMMIT');
    this.#database.close();
  }

  #typeOf(kind: 'artifact' | 'attribute', name: string, row: Readonly<Record<string, Value>>): number {
    const known = this.#types.get(`${kind} ${name}`);
    if (known !== undefined) return known;
    const number = 1000 + this.#types.size;
    this.#types.set(`${kind} ${name}`, number);
    this.insert(`blackboard_${kind}_types`, { [`${kind}_type_id`]: number, type_name: name, ...row });
    return number;
  }
}
