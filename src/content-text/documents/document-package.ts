/**
 * The parts of a document that is a ZIP archive. They are unpacked within a limit, damage is reported, and nothing outside the
 * archive is read.
 */
import { memoryInput } from '../../cases/files/memory-input.ts';
import { PackageParts } from '../../cases/loadfiles/workbook/package-parts.ts';
import { relationsOf } from '../../cases/loadfiles/workbook/workbook.ts';
import { readXml, type XmlTaker } from '../../cases/loadfiles/workbook/xml-part.ts';
import { Refusal } from '../../confined/confined-host.ts';
import { AppError } from '../../shared/errors.ts';
import { escaped } from '../escaped-text.ts';
import { PICTURE_BYTES_MAX, PICTURES_BYTES_MAX, SIDE_PART_BYTES_MAX, UNPACKED_BYTES_MAX } from './limits.ts';
import type { PageWriter } from './page-writer.ts';
import { pictureElement } from './picture-element.ts';

export class DocumentPackage {
  readonly #parts: PackageParts;
  #unpacked = 0;
  #pictureBytes = 0;

  private constructor(parts: PackageParts) {
    this.#parts = parts;
  }

  static async open(bytes: Uint8Array): Promise<DocumentPackage> {
    return new DocumentPackage(await PackageParts.open(memoryInput(bytes), 'document'));
  }

  has(part: string): boolean {
    return this.#parts.has(part);
  }

  /** Returns the parts that this part refers to, by id. */
  async relations(part: string): Promise<ReadonlyMap<string, { readonly type: string; readonly target: string }>> {
    const found = await relationsOf(this.#parts, part);
    return new Map([...found].filter(([, { isExternal }]) => !isExternal));
  }

  /** URLs outside the package. They are shown, never fetched. */
  async addresses(part: string): Promise<ReadonlyMap<string, string>> {
    const found = await relationsOf(this.#parts, part);
    return new Map([...found].filter(([, { isExternal }]) => isExternal).map(([id, { target }]) => [id, target]));
  }

  get parts(): PackageParts {
    return this.#parts;
  }

  /** Returns the part of that type, or null. */
  async partOf(part: string, type: string): Promise<string | null> {
    const relations = await this.relations(part);
    return [...relations.values()].find((relation) => relation.type.endsWith(`/${type}`))?.target ?? null;
  }

  /**
   * Reads XML into the page until the page is full. If the page already has content, damage becomes a notice, and the content
   * before it is shown. Throws AppError NOT_FOUND or Refusal if nothing can be read.
   */
  async readInto(page: PageWriter, part: string, taker: XmlTaker, bytesMax = UNPACKED_BYTES_MAX): Promise<void> {
    let bytes = 0;
    try {
      for await (const count of readXml(part, this.#counted(part), taker)) {
        bytes += count;
        if (bytes > bytesMax) {
          page.notice(`Part ${part} has more than ${bytesMax} bytes: the rest of it is not shown.`);
          return;
        }
        if (page.isFull) return;
      }
    } catch (error) {
      if (!(error instanceof AppError) || page.isEmpty) throw error;
      page.notice(`The document is damaged: ${error.message}. The part before the damage is shown.`);
    }
  }

  /** Returns the name of the outermost element, or an empty text. Throws AppError NOT_FOUND if the damage comes before it. */
  async rootOf(part: string): Promise<string> {
    let root = '';
    const open = (name: string): void => {
      root ||= name;
    };
    try {
      for await (const _ of readXml(part, this.#counted(part), { open })) if (root !== '') break;
    } catch (error) {
      if (!(error instanceof AppError) || root === '') throw error;
    }
    return root;
  }

  /** Reads an optional part, such as styles. Without it, the page is still shown. */
  async readBeside(page: PageWriter, part: string | null, taker: XmlTaker): Promise<void> {
    if (part === null || !this.has(part)) return;
    try {
      await this.readInto(page, part, taker, SIDE_PART_BYTES_MAX);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      page.notice(`The document is damaged: ${error.message}.`);
    }
  }

  /** Returns the whole part. Throws AppError NOT_FOUND, or Refusal over a limit. */
  async bytes(part: string, bytesMax: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of this.#counted(part)) {
      bytes += piece.length;
      if (bytes > bytesMax) throw new AppError('NOT_FOUND', `part ${part} has more than ${bytesMax} bytes`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }

  /** Adds a picture embedded in the page, or its name if it cannot be shown. */
  async picture(part: string): Promise<string> {
    const name = part.slice(part.lastIndexOf('/') + 1);
    const size = this.#parts.bytesOf(part);
    const absent = (reason: string): string => `<small>[${escaped(name)}: ${escaped(reason)}]</small>`;
    if (!this.has(part)) return absent('this picture is not in the document');
    if (size > PICTURE_BYTES_MAX) return absent(`a picture of more than ${PICTURE_BYTES_MAX} bytes is not shown`);
    if (this.#pictureBytes + size > PICTURES_BYTES_MAX)
      return absent(`pictures beyond ${PICTURES_BYTES_MAX} bytes of a page are not shown`);
    this.#pictureBytes += size;
    try {
      return (
        pictureElement(await this.bytes(part, PICTURE_BYTES_MAX)) ?? absent('a picture of this format is not shown')
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return absent('this picture is damaged');
    }
  }

  async *#counted(part: string): AsyncGenerator<Buffer> {
    for await (const piece of this.#parts.read(part)) {
      this.#unpacked += piece.length;
      if (this.#unpacked > UNPACKED_BYTES_MAX) {
        throw new Refusal(`unpacks to more than ${UNPACKED_BYTES_MAX} bytes`);
      }
      yield piece;
    }
  }
}
