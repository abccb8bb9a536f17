/** Reads the rows of an XML file. Its beginning shows whether it is an EDRM file or a report of Cellebrite Reader. */
import type { Mapping } from '../mapping.ts';
import type { RowSource } from '../rows/row-source.ts';
import type { OpenTable } from '../table-kind.ts';
import { EdrmRows } from './edrm-rows.ts';
import { UfedRows } from './ufed-rows.ts';

const EDRM = /<(?:root|batch|documents?)[\s/>]/i;
/** The root of a report, with Cellebrite's namespace. */
const REPORT = /<(?:[\w.-]{1,40}:)?project\s[^<]*cellebrite/i;

/** Whether a file with these first bytes is one of the two. */
export function beginsAsXmlTable(head: Buffer): boolean {
  const text = textOf(head);
  return EDRM.test(text) || REPORT.test(text);
}

export function xmlRows(open: OpenTable, mapping: Mapping, head: Buffer): RowSource {
  return REPORT.test(textOf(head)) ? new UfedRows(open, mapping) : new EdrmRows(open, mapping);
}

/** In UTF-16 half of its bytes are NUL. */
function textOf(head: Buffer): string {
  return head.toString('latin1').replaceAll('\0', '');
}
