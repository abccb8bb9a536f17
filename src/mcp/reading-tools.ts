/** Tools that read one item, find similar ones, and check the citations of a draft. */
import { z } from 'zod';
import { CaseAccessError } from '../client/case-access-client.ts';
import { budgetOf, type Listing, linesOfAnswer, ToolFault, textOfAnswer } from './answer.ts';
import { type Citation, citationText, quotationsOf } from './citations.ts';
import { type Call, tool } from './tool.ts';

/** Maximum characters in the text of one citation. */
const CITED_UNITS_MAX = 1_000_000;
const PAGE_LINES = 200;
const SIMILAR_MAX = 100;
const DRAFT_UNITS_MAX = 100_000;
const CITATIONS_MAX = 500;

interface Item {
  readonly source: string;
  readonly id: number;
}

const item = { source: z.string(), id: z.int().min(0) };
const at = ({ source, id }: Item): { sourceID: string; id: number } => ({ sourceID: source, id });

const read = tool(
  'read',
  `Reads an item. text: the text that is searched, from start on, with its citation (total is its length in UTF-16 units). record: all properties.
family: ancestors, children, duplicates. thread: the mails of its thread. conversation: the messages of its chat, from offset on.`,
  {
    ...item,
    what: z.enum(['text', 'record', 'family', 'thread', 'conversation']),
    start: z.int().min(0).optional().describe('For text: the first character.'),
    end: z.int().min(0).optional().describe('For text: the character after the last one.'),
    offset: z.int().min(0).optional().describe('For other parts: lines to skip.'),
  },
  async (given, call) => {
    const { what, start, end, offset } = given;
    const isText = what === 'text';
    if (isText ? offset !== undefined : start !== undefined || end !== undefined) {
      throw new ToolFault(
        isText ? 'A text is read by start and end, not by offset.' : 'Only a text has start and end. Use offset.',
      );
    }
    return READERS[what](given, call);
  },
);

type Reader = (
  given: Item & { start?: number | undefined; end?: number | undefined; offset?: number | undefined },
  call: Call,
) => Promise<Listing>;

const READERS: Readonly<Record<'text' | 'record' | 'family' | 'thread' | 'conversation', Reader>> = {
  async text({ source, id, start = 0, end = Number.MAX_SAFE_INTEGER }, call) {
    const { text, units, origin } = await sliceOf(
      { source, id, start, end: Math.min(end, start + budgetOf(call.given)) },
      call,
    );
    const last = Math.min(end, units);
    const line = (piece: string): object => ({
      cite: citationText({ source, id, start, end: start + piece.length }),
      text: piece,
    });
    return {
      total: units,
      facts: { from: origin },
      fit: textOfAnswer(text, { start, total: last, given: call.given }, line),
    };
  },
  async record({ source, id, offset = 0 }, call) {
    const { properties, luceneId: _, ...facts } = await call.client.ask('getItem', at({ source, id }), undefined, call);
    const lines = [facts, ...Object.entries(properties).map(([field, values]) => ({ field, values }))];
    return { total: lines.length, fit: linesOfAnswer(lines.slice(offset), offset, lines.length, call.given) };
  },
  async family({ source, id, offset = 0 }, call) {
    const {
      path,
      children,
      siblings,
      duplicates,
      incomplete = [],
    } = await call.client.ask('getFamily', at({ source, id }), undefined, call);
    const lines = [
      ...path.map((ancestor) => ({ ancestor })),
      ...children.docs.map((child) => ({ child })),
      ...duplicates.docs.map((duplicate) => ({ duplicate })),
    ];
    const missing: unknown[] = [...incomplete];
    if (children.docs.length < children.total)
      missing.push(`children after ${children.docs.length}: search parentId:${id}`);
    if (duplicates.docs.length < duplicates.total)
      missing.push(`duplicates after ${duplicates.docs.length}: search id:${id}, expand duplicates`);
    const total = path.length + children.total + duplicates.total;
    const facts = { ancestors: path.length, children: children.total, siblings, duplicates: duplicates.total };
    return { total, facts, missing, fit: linesOfAnswer(lines.slice(offset), offset, lines.length, call.given) };
  },
  async thread({ source, id, offset = 0 }, call) {
    const asked = { ...at({ source, id }), offset, limit: PAGE_LINES };
    const {
      rows,
      total,
      row,
      mails,
      missing: absent,
      isComplete,
      incomplete = [],
    } = await call.client.ask('getThread', asked, undefined, call);
    const missing = isComplete ? incomplete : [...incomplete, 'mails of a thread that is too long'];
    return {
      total,
      facts: { row, mails, mailsNotInCase: absent },
      missing,
      fit: linesOfAnswer(rows, offset, total, call.given),
    };
  },
  async conversation({ source, id, offset = 0 }, call) {
    const asked = { ...at({ source, id }), offset, limit: PAGE_LINES };
    const answer = await call.client.ask('getConversation', asked, undefined, call);
    const { total, messages, first, last, number, areAttachmentsComplete } = answer;
    const missing = areAttachmentsComplete ? [] : ['files of these messages: ask for fewer by offset'];
    return { total, facts: { number, first, last }, missing, fit: linesOfAnswer(messages, offset, total, call.given) };
  },
};

const similar = tool(
  'similar',
  'Lists items with a similar text, most similar first.',
  { ...item, offset: z.int().min(0).optional() },
  async (given, { client, signal }) => {
    const { offset = 0 } = given;
    const answer = await client.ask('listSimilarItems', { ...at(given), limit: SIMILAR_MAX }, undefined, { signal });
    const { docs, terms, incomplete = [] } = answer;
    const isAll = docs.length < SIMILAR_MAX;
    const missing = isAll ? incomplete : [...incomplete, `similar items after the first ${SIMILAR_MAX}`];
    const lines = [...docs, { terms }];
    return {
      total: isAll ? docs.length : null,
      missing,
      fit: linesOfAnswer(lines.slice(offset), offset, lines.length, given),
    };
  },
);

const verify = tool(
  'verify_citations',
  'Checks a draft: for each "quote" [source/id@start-end], whether that text has the quote. Reports quotes without a citation, too.',
  { draft: z.string().max(DRAFT_UNITS_MAX), offset: z.int().min(0).optional() },
  async ({ draft, offset = 0 }, call) => {
    const quotations = quotationsOf(draft);
    const count = quotations.filter(({ citation }) => citation !== null).length;
    if (count > CITATIONS_MAX)
      throw new ToolFault(`The draft has ${count} citations; one call checks ${CITATIONS_MAX}. Check it in parts.`);
    const lines: object[] = [];
    const missing = new Map<string, object>();
    let wrong = 0;
    for (const { quote, citation } of quotations) {
      const finding = await findingOf(quote, citation, call).catch((fault: unknown) => {
        if (citation === null || !isOut(fault)) throw fault;
        missing.set(citation.source, { source: citation.source, reason: fault.message });
        return UNCHECKED;
      });
      if (finding !== 'ok') wrong++;
      lines.push({
        ...(citation === null ? {} : { cite: citationText(citation) }),
        quote,
        ok: finding === 'ok',
        ...(finding === 'ok' ? {} : { finding }),
      });
    }
    const facts = { citations: count, ok: wrong === 0 && count > 0, wrong };
    const fit = linesOfAnswer(lines.slice(offset), offset, lines.length, call.given);
    return { total: lines.length, facts, missing: [...missing.values()], fit };
  },
);

const UNCHECKED = 'The source is unavailable, so this citation was not checked.';

/** The source did not open, or is being built. The other citations of a draft can still be checked. */
function isOut(fault: unknown): fault is CaseAccessError {
  return fault instanceof CaseAccessError && fault.status >= 500;
}

/** `ok`, or the error. */
async function findingOf(quote: string | null, citation: Citation | null, call: Call): Promise<string> {
  if (quote === null) return 'There is no quote directly before the citation.';
  if (citation === null) return 'There is no citation directly after the quote.';
  if (quote === '') return 'The quote is empty.';
  if (citation.end - citation.start > CITED_UNITS_MAX)
    return `The citation spans more than ${CITED_UNITS_MAX} characters.`;
  if (citation.start >= citation.end) return 'The citation is empty.';
  const slice = await sliceOf(citation, call).catch((fault: unknown) => {
    if ((fault as { status?: number }).status === 404) return null;
    throw fault;
  });
  if (slice === null) return 'There is no such item, or it has no text.';
  if (citation.end > slice.units) return `The text ends at ${slice.units}.`;
  return slice.text.includes(quote) ? 'ok' : 'The cited text does not have the quote.';
}

interface Slice {
  readonly text: string;
  /** Length of the complete text. */
  readonly units: number;
  readonly origin: string | null;
}

async function sliceOf({ source, id, start, end }: Citation, { client, signal }: Call): Promise<Slice> {
  const response = await client.open('getText', { ...at({ source, id }), start, end }, undefined, { signal });
  const units = Number(response.headers.get('X-Text-Units'));
  // A byte order mark at the beginning counts as a character of the text.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  return { text, units, origin: response.headers.get('X-Text-Source') };
}

export const ITEM_TOOLS = [read, similar, verify];
