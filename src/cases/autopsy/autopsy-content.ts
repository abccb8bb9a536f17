/** Opens the bytes of the parts of a case of Autopsy: objects of images, stored files, texts in its database. */
import { AppError } from '../../shared/errors.ts';
import type { CaseLocation } from '../case-format.ts';
import type { ByteInput } from '../case-reader.ts';
import { EvidenceFiles, type EvidenceScope } from '../evidence/evidence-files.ts';
import { FilePool } from '../files/byte-input.ts';
import { md5Of, verifiedInput } from '../files/verified-input.ts';
import { CaseDatabases } from '../sqlite/case-databases.ts';
import { TskContent } from '../tsk/tsk-content.ts';
import { CaseDatabase, DATABASE_FILE } from './case-database.ts';
import { decodedInput, pathBelowCase } from './kept-content.ts';
import type { Reference } from './part-reference.ts';

type Kept = Extract<Reference, { kind: 'kept' }>;

export class AutopsyContent {
  readonly database: CaseDatabase;
  readonly files: EvidenceFiles;
  readonly #databases: CaseDatabases;
  readonly #pool: FilePool;
  readonly #objects: TskContent;
  #images: Promise<void> | null = null;
  #isClosed = false;

  constructor({ realPath, options: { evidenceRoots = [] } }: Pick<CaseLocation, 'realPath' | 'options'>) {
    const scope: EvidenceScope = { caseRealPath: realPath, evidenceRoots };
    this.files = new EvidenceFiles(scope);
    this.#pool = new FilePool(this.files);
    this.#databases = new CaseDatabases(scope);
    this.database = new CaseDatabase(this.#databases);
    this.#objects = new TskContent(this.files, this.#pool, this.#databases);
  }

  /** Throws AppError NOT_FOUND with a reason that a client may see. */
  async open(ref: Reference): Promise<ByteInput> {
    if (this.#isClosed) throw new AppError('SOURCE_UNAVAILABLE', 'the case was closed');
    if (ref.kind === 'text') return this.#openText(ref.artifact, ref.type);
    const input = ref.kind === 'kept' ? await this.#openKept(ref) : await this.#objects.open(DATABASE_FILE, ref.id);
    if (ref.md5 === null) return input;
    return verifiedInput(input, { kind: 'MD5', value: ref.md5.toUpperCase(), digest: md5Of });
  }

  /** Throws the same errors as `open`, as far as possible without reading evidence. */
  async check(ref: Reference): Promise<void> {
    if (ref.kind === 'kept') await this.files.locate(await this.#pathOf(ref));
    else if (ref.kind === 'object') {
      this.#images ??= this.#objects.check(DATABASE_FILE);
      await this.#images;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.close();
  }

  async #openKept(ref: Kept): Promise<ByteInput> {
    const whole = await this.#pool.open({ file: await this.#pathOf(ref) });
    const input = ref.isEncoded ? await decodedInput(whole) : whole;
    if (ref.size === null || ref.size === input.bytes) return input;
    await input.close();
    throw new AppError('NOT_FOUND', `the item has ${ref.size} bytes, but its file now has ${input.bytes}`);
  }

  /** Local files have a path on the machine that made the case. They are also looked for below the evidence roots. */
  async #pathOf({ path, isBelowCase }: Kept): Promise<string> {
    if (path === '') throw new AppError('NOT_FOUND', 'the database has no path for its file');
    return isBelowCase ? pathBelowCase(path) : this.files.find(path);
  }

  async #openText(artifact: string, type: number): Promise<ByteInput> {
    const sql =
      'SELECT value_text FROM blackboard_attributes WHERE artifact_id = CAST(? AS INTEGER) AND attribute_type_id = ?';
    const query = { file: DATABASE_FILE, sql, values: [artifact, type] };
    const text = await this.#databases.value(query, { isGzip: false, md5: null });
    if (text === null) throw new AppError('NOT_FOUND', 'the database has no such text');
    return text;
  }
}
