/**
 * Keeps the subject and the people of each mail in a temporary file until all mails have been seen. They matter only if
 * some reply with the same subject refers to no mail. Most are never read again.
 *
 *   mail   := {length of the rest, subject hash u32, node, isUnlinked, subject, people, person …}, the sender first
 *   text   := {bytes, UTF-8}
 *
 * Memory: 8 kB, plus, while circles are read, about 21 bytes for each relevant subject and person, and 42 for each
 * circle.
 */
import { ByteReader } from '../../codec/byte-reader.ts';
import { ByteWriter } from '../../codec/byte-writer.ts';
import { circlesOf, type MailFacts } from '../../schema/threads/mail-facts.ts';
import { PagedBytes, type PageFile, PageReader } from '../store/page-file.ts';
import { NumberedKeys } from './numbered-keys.ts';
import { NumberedTexts } from './numbered-texts.ts';

/** Words of a circle: the subject and two people. */
const CIRCLE_WORDS = 3;
/** Bits of a subject hash. They show whether an unlinked reply may have the subject. */
const HASH_BITS = 16;
/** Maximum bytes of UTF-8 per unit. */
const UNIT_BYTES = 3;

/** A mail whose subject an unlinked reply may share. */
export interface CircleMail {
  readonly node: number;
  readonly isUnlinked: boolean;
  readonly circles: readonly number[];
}

/** Indexed by the hash of a subject: 1 if a mail, or a reply that refers to no mail, may have the subject. */
export interface SubjectMarks {
  readonly mails: Uint8Array;
  readonly replies: Uint8Array;
}

export class MailCircles {
  readonly #mails: PagedBytes;
  #count = 0;
  #hasUnlinked = false;
  /** Indexed by hash: 1 if a mail, or an unlinked reply, has such a subject. */
  readonly #known = new Uint8Array(1 << HASH_BITS);
  readonly #unlinked = new Uint8Array(1 << HASH_BITS);
  readonly #out = new ByteWriter();
  #text = Buffer.alloc(1024);
  readonly #subjects = new NumberedTexts();
  readonly #people = new NumberedTexts();
  readonly #numbers = new NumberedKeys(CIRCLE_WORDS);

  constructor(pages: PageFile) {
    this.#mails = new PagedBytes(pages);
  }

  add(node: number, { subject, sender, recipients, isUnlinkedReply }: MailFacts): void {
    if (subject === '' || sender === null || recipients.length === 0) return;
    const hash = hashOf(subject);
    this.#known[hash] = 1;
    if (isUnlinkedReply) {
      this.#unlinked[hash] = 1;
      this.#hasUnlinked = true;
    }
    const out = this.#out;
    out.clear();
    out.u32(hash);
    out.varint(node);
    out.varint(isUnlinkedReply ? 1 : 0);
    this.#writeText(subject);
    out.varint(1 + recipients.length);
    this.#writeText(sender);
    for (let i = 0; i < recipients.length; i++) this.#writeText(recipients[i]!);
    this.#mails.varint(out.length);
    this.#mails.copy(out.bytes, 0, out.length);
    this.#count++;
  }

  get marks(): SubjectMarks {
    return { mails: this.#known, replies: this.#unlinked };
  }

  #writeText(text: string): void {
    const { length } = text;
    if (UNIT_BYTES * length > this.#text.length) this.#text = Buffer.alloc(2 * UNIT_BYTES * length);
    const bytes = this.#text;
    let all = 0;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      all |= unit;
      bytes[i] = unit;
    }
    const count = all < 0x80 ? length : bytes.write(text);
    this.#out.varint(count);
    this.#out.copy(bytes, 0, count);
  }

  /** Yields each mail's circle, or null if the mail does not matter. A circle has the same number each time. */
  *each(): Generator<CircleMail | null, void> {
    if (!this.#hasUnlinked) return;
    const reader = new PageReader(this.#mails.location());
    try {
      for (let i = 0; i < this.#count; i++) {
        const length = reader.varint();
        const hash = reader.u32();
        if (this.#unlinked[hash] === 1) yield this.#mailIn(reader.take(length - HASH_BYTES));
        else {
          reader.skip(length - HASH_BYTES);
          yield null;
        }
      }
    } finally {
      reader.close();
    }
  }

  #mailIn(bytes: Buffer): CircleMail {
    const reader = new ByteReader(bytes);
    const text = (): string => {
      const length = reader.varint();
      reader.offset += length;
      return bytes.toString('utf8', reader.offset - length, reader.offset);
    };
    const node = reader.varint();
    const isUnlinked = reader.varint() === 1;
    const subject = this.#subjects.numberOf(text());
    const [sender = '', ...recipients] = Array.from({ length: reader.varint() }, text);
    const circles = circlesOf({ sender, recipients }).map(([a, b]) =>
      this.#numbers.numberOf(Uint32Array.of(subject, this.#people.numberOf(a), this.#people.numberOf(b))),
    );
    return { node, isUnlinked, circles };
  }
}

const HASH_BYTES = 4;

function hashOf(text: string): number {
  let hash = text.length;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x9e3779b1) ^ (hash >>> 15);
  return (hash ^ (hash >>> HASH_BITS)) & ((1 << HASH_BITS) - 1);
}
