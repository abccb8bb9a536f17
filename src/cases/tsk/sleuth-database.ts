/** Finds an object's bytes in a database of The Sleuth Kit. Only this file reads its tables. */
import { dirname } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { CaseDatabases } from '../sqlite/case-databases.ts';
import type { DatabaseCell, DatabaseRow } from '../sqlite/database-request.ts';
import type { ImageDescription } from './disk-image.ts';
import { SEGMENTS_MAX } from './limits.ts';

export type TskObject =
  /** Virtual folders and volume systems have no bytes. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'range'; readonly start: number; readonly bytes: number; readonly md5: string | null }
  | { readonly kind: 'extents'; readonly bytes: number }
  | TskFile;

export interface TskFile {
  readonly kind: 'file';
  readonly bytes: number;
  /** `inode-type-id`, as the tools accept it. */
  readonly address: string;
  /** The offset of the bytes in the attribute. For slack, this is after the end of the file. */
  readonly start: number;
  readonly isSlack: boolean;
  readonly fileSystemOffset: number;
  readonly fileSystemType: number;
}

const OBJECT = { image: 0, volumeSystem: 1, volume: 2, fileSystem: 3, file: 4 } as const;
const FILE = { regular: 0, virtualFolder: 6, slack: 7, localFolder: 8 } as const;
const EXTENT_FILES: ReadonlySet<number> = new Set([1, 4, 5, 9]);

export class SleuthDatabase {
  readonly file: string;
  readonly #databases: CaseDatabases;

  /** `file`: the database, as the case spells it. */
  constructor(file: string, databases: CaseDatabases) {
    this.file = file;
    this.#databases = databases;
  }

  /** The folder that paths of images are relative to. */
  get folder(): string {
    return dirname(this.file);
  }

  async object(id: number): Promise<TskObject> {
    const [type] = await this.#row(['type'], 'FROM tsk_objects WHERE obj_id = ?', id);
    switch (type) {
      case OBJECT.image: {
        const [bytes, md5] = await this.#row(['size', 'md5'], 'FROM tsk_image_info WHERE obj_id = ?', id);
        const hash = /^[0-9A-F]{32}$/.exec(String(md5).toUpperCase())?.[0] ?? null;
        return { kind: 'range', start: 0, bytes: this.#count(bytes), md5: hash };
      }
      case OBJECT.volumeSystem:
        return { kind: 'empty' };
      case OBJECT.volume:
        return this.#range(
          ['s.img_offset + p.start * s.block_size', 'p.length * s.block_size'],
          'FROM tsk_vs_parts p JOIN tsk_objects o ON o.obj_id = p.obj_id JOIN tsk_vs_info s ON s.obj_id = o.par_obj_id WHERE p.obj_id = ?',
          id,
        );
      case OBJECT.fileSystem:
        return this.#range(['img_offset', 'block_size * block_count'], 'FROM tsk_fs_info WHERE obj_id = ?', id);
      case OBJECT.file:
        return this.#file(id);
      default:
        throw new AppError('NOT_FOUND', `it is an object of an unsupported kind: ${shownKind(type)}`);
    }
  }

  /** Returns start and length of each extent, in order. */
  async extents(id: number): Promise<Float64Array> {
    const sql = 'SELECT byte_start, byte_len FROM tsk_file_layout WHERE obj_id = ? ORDER BY sequence';
    const extents = await this.#databases.numbers({ file: this.file, sql, values: [id] });
    if (extents.some((number) => !Number.isSafeInteger(number) || number < 0)) throw this.damaged();
    return extents;
  }

  /** Returns the image that contains the object. */
  async image(id: number): Promise<ImageDescription> {
    const above =
      'WITH RECURSIVE above(id) AS (SELECT ? UNION SELECT o.par_obj_id FROM tsk_objects o JOIN above a ON o.obj_id = a.id ' +
      'WHERE o.par_obj_id IS NOT NULL)';
    const [image, type, sectorBytes, bytes] = await this.#row(
      ['i.obj_id', 'i.type', 'i.ssize', 'i.size'],
      'FROM tsk_image_info i JOIN above a ON a.id = i.obj_id',
      id,
      above,
    );
    const sql = `FROM tsk_image_names WHERE obj_id = ? ORDER BY sequence LIMIT ${SEGMENTS_MAX}`;
    const rows = await this.#databases.rows({ file: this.file, columns: ['name'], sql, values: [this.#count(image)] });
    const names = rows.map(([name]) => name).filter((name) => typeof name === 'string');
    if (names.length === 0 || names.length < rows.length) throw this.damaged();
    return {
      type: this.#count(type),
      sectorBytes: this.#count(sectorBytes) || 512,
      bytes: this.#count(bytes),
      names,
    };
  }

  async images(): Promise<readonly ImageDescription[]> {
    const sql = 'FROM tsk_image_info';
    const ids = await this.#databases.rows({ file: this.file, columns: ['obj_id'], sql, values: [] });
    return Promise.all(ids.map(([id]) => this.image(this.#count(id))));
  }

  async #file(id: number): Promise<TskObject> {
    const [type, size, address, attributeType, attributeId, offset, fileSystemType] = await this.#row(
      ['f.type', 'f.size', 'f.meta_addr', 'f.attr_type', 'f.attr_id', 's.img_offset', 's.fs_type'],
      'FROM tsk_files f LEFT JOIN tsk_fs_info s ON s.obj_id = f.fs_obj_id WHERE f.obj_id = ?',
      id,
    );
    if (type === FILE.virtualFolder || type === FILE.localFolder) return { kind: 'empty' };
    const bytes = this.#count(size);
    if (EXTENT_FILES.has(type as number)) return { kind: 'extents', bytes };
    if (type !== FILE.regular && type !== FILE.slack) {
      throw new AppError('NOT_FOUND', `it is a file of an unsupported kind: ${shownKind(type)}`);
    }
    if (bytes === 0) return { kind: 'empty' };
    const isSlack = type === FILE.slack;
    return {
      kind: 'file',
      bytes,
      address: [address, attributeType, attributeId].map((number) => this.#count(number)).join('-'),
      start: isSlack ? await this.#sizeBefore(id) : 0,
      isSlack,
      fileSystemOffset: this.#count(offset),
      fileSystemType: this.#count(fileSystemType),
    };
  }

  /** Returns the size of the file that this slack space follows. */
  async #sizeBefore(slack: number): Promise<number> {
    const [size] = await this.#row(
      ['f.size'],
      'FROM tsk_files s JOIN tsk_objects so ON so.obj_id = s.obj_id ' +
        'JOIN tsk_objects o ON o.par_obj_id = so.par_obj_id JOIN tsk_files f ON f.obj_id = o.obj_id ' +
        'AND f.meta_addr = s.meta_addr AND f.attr_type = s.attr_type AND f.attr_id = s.attr_id AND f.fs_obj_id = s.fs_obj_id ' +
        `AND f.type = ${FILE.regular} WHERE s.obj_id = ?`,
      slack,
    );
    return this.#count(size);
  }

  async #range(columns: readonly string[], from: string, id: number): Promise<TskObject> {
    const [start, bytes] = await this.#row(columns, from, id);
    return { kind: 'range', start: this.#count(start), bytes: this.#count(bytes), md5: null };
  }

  async #row(columns: readonly string[], from: string, id: number, before = ''): Promise<DatabaseRow> {
    const rows = await this.#databases.rows({ file: this.file, before, columns, sql: `${from} LIMIT 1`, values: [id] });
    if (rows[0] === undefined) throw this.damaged();
    return rows[0];
  }

  #count(value: DatabaseCell | undefined): number {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    throw this.damaged();
  }

  /** Returns the error for data that cannot match the image. */
  damaged(): AppError {
    return new AppError('NOT_FOUND', `database "${this.file}" is damaged: its record of the object is impossible`);
  }
}

function shownKind(cell: DatabaseCell | undefined): string {
  return typeof cell === 'object' ? 'no number' : String(cell).slice(0, 20);
}
