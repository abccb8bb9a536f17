/** Notes by examiners and modules about files and artifacts: tags, and hits of keywords and hash lists. */
import type { DatabaseRow } from '../sqlite/database-request.ts';
import type { Bounds, CaseDatabase, RowsOf } from './case-database.ts';
import {
  addValue,
  type DatabaseCell,
  type PropertyValues,
  type ReportValue,
  reportFault,
  textOfCell,
} from './values.ts';

/** Artifacts about a file that are not separate items. */
export const HIT_TYPES = ['TSK_KEYWORD_HIT', 'TSK_HASHSET_HIT'] as const;
const HITS = HIT_TYPES.map((name) => `'${name}'`).join(', ');

/** The property for an attribute of a hit. */
const PROPERTY_OF_HIT: Readonly<Record<string, string>> = {
  'TSK_KEYWORD_HIT TSK_KEYWORD': 'keyword',
  'TSK_KEYWORD_HIT TSK_SET_NAME': 'keywordList',
  'TSK_HASHSET_HIT TSK_SET_NAME': 'hashSet',
};

const TAGS = (table: string, key: string): RowsOf => ({
  columns: [`t.${key}`, 'n.display_name', 't.comment'],
  from:
    `FROM ${table} t JOIN tag_names n ON n.tag_name_id = t.tag_name_id ` +
    `WHERE t.${key} BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY t.${key}, t.tag_id`,
});

const HIT_ATTRIBUTES: RowsOf = {
  columns: ['a.obj_id', 'k.type_name', 'y.type_name', 'v.value_text'],
  from:
    'FROM blackboard_artifacts a JOIN blackboard_artifact_types k ON k.artifact_type_id = a.artifact_type_id ' +
    'JOIN blackboard_attributes v ON v.artifact_id = a.artifact_id ' +
    'JOIN blackboard_attribute_types y ON y.attribute_type_id = v.attribute_type_id ' +
    `WHERE a.obj_id BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) AND k.type_name IN (${HITS}) ` +
    "AND y.type_name IN ('TSK_KEYWORD', 'TSK_SET_NAME') ORDER BY a.obj_id, a.artifact_id, v.rowid",
};

type Mark = readonly [property: string, cell: DatabaseCell | undefined];

/** Marks of the items of one page, keyed by the item's number in the database as a string of digits. */
export class PageMarks {
  readonly #ofItem = new Map<string, Mark[]>();
  /** Whether there are more than the limit per page. */
  isCut = false;

  static async ofFiles(database: CaseDatabase, page: Bounds): Promise<PageMarks> {
    const marks = new PageMarks();
    marks.#take(await database.valuesOf(TAGS('content_tags', 'obj_id'), page), tagOf);
    marks.#take(await database.valuesOf(HIT_ATTRIBUTES, page), hitOf);
    return marks;
  }

  static async ofArtifacts(database: CaseDatabase, page: Bounds): Promise<PageMarks> {
    const marks = new PageMarks();
    marks.#take(await database.valuesOf(TAGS('blackboard_artifact_tags', 'artifact_id'), page), tagOf);
    return marks;
  }

  addTo(properties: PropertyValues, number: string, report: ReportValue): void {
    for (const [property, cell] of this.#ofItem.get(number) ?? []) {
      addValue(properties, property, textOfCell(cell));
      reportFault(property, cell, report);
    }
  }

  #take(
    { rows, isCut }: { readonly rows: readonly DatabaseRow[]; readonly isCut: boolean },
    marksOf: (row: DatabaseRow) => readonly Mark[],
  ): void {
    this.isCut ||= isCut;
    for (const row of rows) {
      const number = textOfCell(row[0]) ?? '';
      const marks = this.#ofItem.get(number) ?? [];
      for (const mark of marksOf(row)) if (mark[1] !== null && mark[1] !== '') marks.push(mark);
      this.#ofItem.set(number, marks);
    }
  }
}

/** Tags document the original examination, so they become properties, not bookmarks of this program. */
function tagOf([, name, comment]: DatabaseRow): readonly Mark[] {
  return [
    ['tag', name],
    ['tagComment', comment],
  ];
}

function hitOf([, kind, attribute, value]: DatabaseRow): readonly Mark[] {
  const property = PROPERTY_OF_HIT[`${textOfCell(kind)} ${textOfCell(attribute)}`];
  return property === undefined ? [] : [[property, value]];
}
