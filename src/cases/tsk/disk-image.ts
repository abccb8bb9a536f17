/**
 * Reads the bytes of a disk image. A raw image is read directly, at any offset. An E01 image is read through `img_cat`, from
 * the requested sector. Other kinds are refused, because some of them refer to further files, which would not be checked.
 */
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { EvidenceFiles } from '../evidence/evidence-files.ts';
import type { FilePool } from '../files/byte-input.ts';
import type { OpenedFile } from '../files/safe-path.ts';
import { cut } from '../files/streamed-input.ts';
import { descriptorPath, requireTool, runTool, type SleuthTool } from './sleuth-tool.ts';

/** An image as the database describes it: type and sizes as numbers there, and file names in order. */
export interface ImageDescription {
  readonly type: number;
  readonly sectorBytes: number;
  readonly bytes: number;
  /** File names, relative to the folder of the database or absolute. */
  readonly names: readonly string[];
}

const RAW = 1;
const EWF = 64;
const NAME_OF_TYPE: Readonly<Record<number, string>> = { [RAW]: 'raw', [EWF]: 'ewf' };
/** Names of other kinds, for error messages. */
const OTHER_TYPES: Readonly<Record<number, string>> = {
  4: 'AFF',
  8: 'AFF (AFD)',
  16: 'AFF (AFM)',
  128: 'VMDK',
  256: 'VHD',
  4096: 'of another library',
  16384: 'pool',
  32768: 'logical image',
};

export class DiskImage {
  readonly description: ImageDescription;
  readonly #folder: string;
  #found: Promise<readonly string[]> | null = null;
  readonly #files: EvidenceFiles;
  readonly #pool: FilePool;

  constructor(description: ImageDescription, folder: string, files: EvidenceFiles, pool: FilePool) {
    this.description = description;
    this.#folder = folder;
    this.#files = files;
    this.#pool = pool;
  }

  /** Throws AppError NOT_FOUND if its files or the tool are missing, or its kind is not supported. */
  async check(): Promise<void> {
    this.#requireType();
    let bytes = 0;
    for (const name of await this.#names()) bytes += (await this.#files.locate(name)).stats.size;
    if (!this.isRaw) await requireTool('img_cat');
    else if (bytes < this.description.bytes) {
      throw new AppError('NOT_FOUND', `its disk image has ${bytes} bytes, but had ${this.description.bytes}`);
    }
  }

  /** Whether it can be read directly, at any position and without a process. */
  get isRaw(): boolean {
    return this.description.type === RAW;
  }

  async *read(start: number, end: number, signal: AbortSignal): AsyncGenerator<Buffer> {
    this.#requireType();
    if (this.isRaw) yield* this.#readRaw(start, end);
    else yield* this.#readByTool(start, end, signal);
  }

  /** Runs a tool on the image with the arguments `before`, the image, then `after`. */
  async *run(tool: SleuthTool, before: readonly string[], after: readonly string[], signal: AbortSignal) {
    this.#requireType();
    const opened: OpenedFile[] = [];
    try {
      for (const name of await this.#names()) opened.push(await this.#files.open(name));
      const descriptors = opened.map(({ handle }) => handle.fd);
      const paths = descriptors.map((_, index) => descriptorPath(index));
      // With a single path, the tool would search for further parts by its extension.
      if (this.description.type === EWF && paths.length === 1) paths.push(paths[0]!);
      const image = ['-i', NAME_OF_TYPE[this.description.type]!, '-b', String(this.description.sectorBytes)];
      yield* runTool({ tool, args: [...image, ...before, ...paths, ...after], descriptors, signal });
    } finally {
      for (const { handle } of opened) await handle.close();
    }
  }

  async *#readRaw(start: number, end: number): AsyncGenerator<Buffer> {
    let position = 0;
    for (const file of await this.#names()) {
      const input = await this.#pool.open({ file });
      try {
        const from = Math.max(0, start - position);
        const to = Math.min(input.bytes, end - position);
        if (from < to) yield* input.stream(from, to) as AsyncIterable<Buffer>;
        position += input.bytes;
      } finally {
        await input.close();
      }
      if (position >= end) return;
    }
    throw new AppError('NOT_FOUND', `the disk image ends at byte ${position}, before byte ${end}`);
  }

  async *#readByTool(start: number, end: number, signal: AbortSignal): AsyncGenerator<Buffer> {
    const { sectorBytes } = this.description;
    const first = Math.floor(start / sectorBytes);
    const last = Math.ceil(end / sectorBytes) - 1;
    // The tool accepts zero for neither option.
    const sectors = [...(first > 0 ? ['-s', String(first)] : []), ...(last > 0 ? ['-e', String(last)] : [])];
    const pieces = this.run('img_cat', sectors, [], signal);
    yield* cut(pieces, first * sectorBytes, start, end);
  }

  /** Returns the current paths of its files. */
  #names(): Promise<readonly string[]> {
    this.#found ??= Promise.all(
      this.description.names.map((name) =>
        this.#files.find(/^([\\/]|[A-Za-z]:)/.test(name) ? name : join(this.#folder, name)),
      ),
    );
    return this.#found;
  }

  #requireType(): void {
    const { type } = this.description;
    if (type in NAME_OF_TYPE) return;
    const name = OTHER_TYPES[type];
    throw new AppError(
      'NOT_FOUND',
      `it is in a disk image of type ${type}${name === undefined ? '' : ` (${name})`}; raw images, whole or in parts, and E01 are read: ` +
        'put a raw copy in its place and process the case with that',
    );
  }
}
