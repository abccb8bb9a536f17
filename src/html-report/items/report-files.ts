/**
 * Writes the files of items in a report, each once: thumbnail, readable view, content. A failure becomes a line in the list of
 * problems.
 */
import type { ExportSet, ExportSource } from '../../export/export-set.ts';
import type { Archive, ArchivedFile, FileOutcome } from '../../export/files/archive.ts';
import { IdSet } from '../../export/files/id-set.ts';
import { openFile } from '../../export/files/item-files.ts';
import type { LinkList } from '../../export/files/link-list.ts';
import { safeFolders } from '../../export/zip/safe-names.ts';
import type { IndexedItem } from '../../search/item-store.ts';
import type { PageFrame } from '../pages/page-frame.ts';
import { viewPage } from '../pages/view-page.ts';
import type { ReportInput } from '../report-input.ts';
import { inertName } from './inert-name.ts';
import { patiently } from './patience.ts';

/** A path is null if the file does not exist. */
export interface ReportItemFiles {
  readonly thumbnail: string | null;
  readonly view: string | null;
  readonly content: string | null;
  /** Hash of the content; null if it is only in the list of hashes. */
  readonly sha256: string | null;
  /** Why something is missing. */
  readonly problems: readonly string[];
}

export interface Problem {
  readonly source: string;
  readonly id: number;
  readonly name: string;
  readonly reason: string;
}

type Kind = 'thumbnail' | 'view' | 'content';

/** The target of the report, and access to the files of its items. */
export interface ReportContext<T extends ExportSource> {
  readonly archive: Archive;
  readonly frame: PageFrame;
  readonly problems: LinkList;
  readonly input: ReportInput<T>;
}

export class ReportFiles<T extends ExportSource> {
  readonly #context: ReportContext<T>;
  readonly #folders: ReadonlyMap<string, string>;
  /**
   * Items that were written so far, and items with a file of each kind, in a few bits per item. Keyed by the id of the source,
   * because two searches may have different objects for one source.
   */
  readonly #met = new Map<string, IdSet>();
  readonly #has: Readonly<Record<Kind, Map<string, IdSet>>> = {
    thumbnail: new Map(),
    view: new Map(),
    content: new Map(),
  };
  problemCount = 0;

  constructor(context: ReportContext<T>) {
    this.#context = context;
    this.#folders = safeFolders(context.input.whole.sources.map(({ id }) => id));
  }

  /** Returns whether the item is new to the report. */
  meet(source: T, { id }: IndexedItem): boolean {
    const met = idsOf(this.#met, source.id);
    if (met.has(id)) return false;
    met.add(id);
    return true;
  }

  /** Returns the files of an item that was written before. */
  known(source: T, item: IndexedItem, name: string): ReportItemFiles {
    const at = (kind: Kind): string | null => {
      if (this.#has[kind].get(source.id)?.has(item.id) !== true) return null;
      const path = this.#path(kind, source, item, name);
      return kind === 'content' && this.#isLinked ? this.#context.archive.linkTo(path) : path;
    };
    return { thumbnail: at('thumbnail'), view: at('view'), content: at('content'), sha256: null, problems: [] };
  }

  /** Writes the files of an item that is new to the report. */
  async *write(
    set: ExportSet<T>,
    source: T,
    item: IndexedItem,
    name: string,
  ): AsyncGenerator<Uint8Array, ReportItemFiles, undefined> {
    const { input, frame } = this.#context;
    const { signal } = set;
    const reasons: string[] = [];
    const add = async function* (
      this: ReportFiles<T>,
      kind: Kind,
      open: () => Promise<ArchivedFile | null>,
    ): AsyncGenerator<Uint8Array, FileOutcome, undefined> {
      const path = this.#path(kind, source, item, name);
      const isLinked = kind === 'content' && this.#isLinked;
      const outcome = yield* this.#context.archive.addOpened({ source, item, kind }, path, open, isLinked);
      if (outcome.written !== null) idsOf(this.#has[kind], source.id).add(item.id);
      if (outcome.fault !== null) reasons.push(outcome.fault);
      return outcome;
    }.bind(this);
    yield* add('thumbnail', async () => {
      const jpeg = await patiently(() => input.parts.thumbnailOf(source, item), signal);
      return jpeg === null ? null : made(jpeg, false);
    });
    yield* add('view', async () => {
      const view = await patiently(() => input.parts.viewOf(source, item), signal);
      if (view === null) return null;
      const path = this.#path('view', source, item, name);
      return made(Buffer.from(frame.page(viewPage(view, { frame, path, name }))), true);
    });
    let sha256: string | null = null;
    if (input.files !== null) {
      const { written } = yield* add('content', () => openFile(set, source, item, 'content'));
      sha256 = written?.sha256 ?? null;
    }
    await this.addProblems(source, item, name, reasons);
    return { ...this.known(source, item, name), sha256, problems: reasons };
  }

  /** Adds a line to the list of problems. */
  async addProblems(source: T, { id }: IndexedItem, name: string, reasons: readonly string[]): Promise<void> {
    for (const reason of reasons) {
      this.problemCount++;
      const problem: Problem = { source: source.id, id, name, reason };
      await this.#context.problems.add(JSON.stringify(problem));
    }
  }

  #path(kind: Kind, source: T, { id }: IndexedItem, name: string): string {
    const folder = this.#folders.get(source.id)!;
    if (kind === 'thumbnail') return `thumbs/${folder}/${id}.jpg`;
    if (kind === 'view') return `views/${folder}/${id}.html`;
    return `${this.#isLinked ? '' : 'files/'}${folder}/${inertName(id, name)}`;
  }

  /** Whether contents are in a folder outside the report. */
  get #isLinked(): boolean {
    const { files } = this.#context.input;
    return files !== null && files !== 'included';
  }
}

function idsOf(sets: Map<string, IdSet>, source: string): IdSet {
  let ids = sets.get(source);
  if (ids === undefined) {
    ids = new IdSet();
    sets.set(source, ids);
  }
  return ids;
}

function made(bytes: Uint8Array, isPacked: boolean): ArchivedFile {
  return { pieces: [bytes], bytesMax: bytes.length, isPacked };
}
