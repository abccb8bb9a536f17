/**
 * What the service takes and answers. Made from its OpenAPI document by `npm run build`: changes are made in src/http/routes.
 */

export type AcceptedLook = {
  readonly name: string;
  readonly changed: number;
  /** Records of the change, oldest first, for an undo. */
  readonly seqs: readonly (number)[];
};

export type Agreement = {
  readonly codings: readonly ({
    readonly coding: string;
    readonly items: number;
    readonly agreed: number;
    /** Cohen's kappa; null if undefined. */
    readonly kappa: number | null;
    /** Items by the choices of the first and the second look; empty lists: none. */
    readonly cells: readonly ({
      readonly first: readonly (string)[];
      readonly second: readonly (string)[];
      readonly items: number;
    })[];
  })[];
};

export type Batch = {
  /** Null: you have no batch. */
  readonly number: number | null;
  readonly items: readonly ({
    readonly source: string;
    readonly id: number;
    readonly isDecided: boolean;
    readonly decisions: readonly ({
      readonly coding: string;
      readonly choice: string | null;
      readonly who: string | null;
    })[];
  })[];
};

export type BookmarkChange = {
  /** Name of the bookmark after the change. */
  readonly name: string;
  /** Number of items added or removed. */
  readonly changed: number;
  /** Number of members now. */
  readonly size: number;
  /** Of a change by hashes: different ones that an item has. */
  readonly found?: number | undefined;
  /** Those that no item has. */
  readonly unknown?: number | undefined;
};

export type BookmarkDescription = {
  readonly comment?: string | null | undefined;
  readonly color?: string | null | undefined;
  readonly inReport?: boolean | undefined;
};

export type BookmarkDetails = {
  readonly name: string;
  /** Members in the sources that are listed. */
  readonly items: number;
  readonly comment: string | null;
  /** `#rrggbb` */
  readonly color: string | null;
  /** Whether a report shows it, as bookmarks of IPED say. */
  readonly inReport: boolean;
  /** ISO 8601, in UTC; null if the log does not know. */
  readonly changedAt: string | null;
};

export type Categories = {
  readonly data: readonly (string)[];
  readonly tree?: readonly (Category)[] | undefined;
  /** A source has more values than it keeps: some may be missing here. */
  readonly complete?: false | undefined;
  readonly incomplete?: Incomplete | undefined;
};

/** `items` are those of the category and of all below it, once each. */
export type Category = {
  readonly name: string;
  readonly items: number;
  readonly children: readonly (Category)[];
};

export type Certificate = {
  readonly format: "case-access-certificate";
  readonly version: 1;
  readonly query: {
    readonly q: string;
    readonly canonical: string;
    readonly defaultOperator: "AND" | "OR";
    readonly fields: readonly (string)[] | null;
    readonly syntax: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | null;
    readonly timeZone?: string | undefined;
    readonly literal?: true | undefined;
    readonly expand: readonly ("children" | "parents" | "family" | "duplicates" | "thread" | "neardup")[];
    readonly collapse: string | null;
    readonly bbox: string | null;
    readonly filter: readonly (string)[];
  };
  readonly sources: readonly ({
    readonly id: string;
    readonly caseIdentity: string;
    readonly items: number;
    readonly searchable: number;
    readonly unreadable: {
      readonly count: number;
      readonly digest: string;
    };
    readonly indexIdentity: string;
  })[];
  readonly bookmarks: readonly ({
    readonly name: string | null;
    readonly items: number;
    readonly digest: string;
  })[];
  readonly hashSets?: readonly ({
    readonly name: string;
    readonly digest: string;
  })[] | undefined;
  readonly report?: {
    readonly queries: number;
    readonly failed: number;
    readonly list: string;
    readonly digest: string;
    readonly hinted?: number | undefined;
  } | undefined;
  readonly total: number;
  readonly digest: string;
  readonly hints?: readonly (string)[] | undefined;
  readonly complete: boolean;
  readonly program: string;
  readonly analysis: string;
  readonly time: string;
  readonly who: string | null;
  readonly publicKey: string | null;
  readonly signature: string | null;
};

export type CertificateRequest = {
  /** The query. Missing or empty: all items. */
  readonly q?: string | undefined;
  /** The operator that joins words with nothing between them. OR by default. */
  readonly defaultOperator?: "AND" | "OR" | undefined;
  /** As of `/search`. */
  readonly syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
  /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
  readonly timeZone?: string | undefined;
  /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
  readonly literal?: boolean | undefined;
  /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
  readonly fields?: readonly (string)[] | undefined;
  /** Search only this source; may be repeated. Without it, all sources. */
  readonly sourceID?: string | readonly (string)[] | undefined;
  /** A further query, which each item must match too; may be repeated. */
  readonly filter?: readonly (string)[] | undefined;
  /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
  readonly expand?: readonly ("children" | "parents" | "family" | "duplicates" | "thread" | "neardup")[] | undefined;
  /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
  readonly collapse?: string | undefined;
  /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
  readonly bbox?: string | undefined;
};

export type Change = DocumentReferences | ChangedSet;

export type ChangeLog = {
  readonly changes: readonly (LogChange)[];
  /** For `after` of the next page; null on the last page. */
  readonly next: string | null;
};

export type ChangedSet = {
  /** The query. Missing or empty: all items. */
  readonly q?: string | undefined;
  /** The operator that joins words with nothing between them. OR by default. */
  readonly defaultOperator?: "AND" | "OR" | undefined;
  /** As of `/search`. */
  readonly syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
  /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
  readonly timeZone?: string | undefined;
  /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
  readonly literal?: boolean | undefined;
  /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
  readonly fields?: readonly (string)[] | undefined;
  /** Search only this source; may be repeated. Without it, all sources. */
  readonly sourceID?: string | readonly (string)[] | undefined;
  /** A further query, which each item must match too; may be repeated. */
  readonly filter?: readonly (string)[] | undefined;
  /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
  readonly expand?: readonly ("children" | "parents" | "family" | "duplicates" | "thread" | "neardup")[] | undefined;
  /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
  readonly collapse?: string | undefined;
  /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
  readonly bbox?: string | undefined;
  /** Items with one of these hashes, whichever hash the case has of them; with `sourceID` alone. */
  readonly hashes?: readonly (string)[] | undefined;
};

export type Code = {
  /** A choice of the panel; null: no choice. */
  readonly choice: string | null;
  /** The review in which the items are decided. */
  readonly review?: string | undefined;
  readonly docs?: readonly (DocumentReference)[] | undefined;
  /** The query. Missing or empty: all items. */
  readonly q?: string | undefined;
  /** The operator that joins words with nothing between them. OR by default. */
  readonly defaultOperator?: "AND" | "OR" | undefined;
  /** As of `/search`. */
  readonly syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
  /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
  readonly timeZone?: string | undefined;
  /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
  readonly literal?: boolean | undefined;
  /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
  readonly fields?: readonly (string)[] | undefined;
  /** Search only this source; may be repeated. Without it, all sources. */
  readonly sourceID?: string | readonly (string)[] | undefined;
  /** A further query, which each item must match too; may be repeated. */
  readonly filter?: readonly (string)[] | undefined;
  /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
  readonly expand?: readonly ("children" | "parents" | "family" | "duplicates" | "thread" | "neardup")[] | undefined;
  /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
  readonly collapse?: string | undefined;
  /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
  readonly bbox?: string | undefined;
};

export type Coded = {
  readonly name: string;
  readonly choice: string | null;
  /** Items that were not of the choice before. */
  readonly added: number;
  /** Items taken out of other choices, each counted once a choice. */
  readonly removed: number;
  /** Records of the change, oldest first, for an undo. */
  readonly seqs: readonly (number)[];
};

export type Coding = {
  readonly name: string;
  readonly choices: readonly ({
    readonly bookmark: string;
    /** One visible character, which no other choice of any coding has. */
    readonly key: string | null;
    /** `#rrggbb` */
    readonly colour: string | null;
  })[];
  /** Whether an item has one choice at most. */
  readonly exclusive: boolean;
  /** Whether a review requires a choice before the next item. */
  readonly required: boolean;
};

export type CodingChange = {
  readonly choices: readonly ({
    readonly bookmark: string;
    /** One visible character, which no other choice of any coding has. */
    readonly key?: string | null | undefined;
    /** `#rrggbb` */
    readonly colour?: string | null | undefined;
  })[];
  readonly exclusive?: boolean | undefined;
  readonly required?: boolean | undefined;
};

export type CodingDecisions = {
  readonly name: string;
  readonly people: readonly ({
    readonly who: string;
    /** Items in the sources that are listed. */
    readonly items: number;
    readonly choices: readonly ({
      /** Null: none of the choices. */
      readonly choice: string | null;
      /** Items in the sources that are listed. */
      readonly items: number;
      /** A query for these items as they are now. */
      readonly q: string;
    })[];
  })[];
};

export type Codings = {
  readonly codings: readonly (Coding)[];
};

export type Comparison = {
  readonly name: string;
  readonly first: string;
  readonly second: string;
  /** Items that both decided. */
  readonly items: number;
  /** Those for which both chose the same. */
  readonly agreed: number;
  /** Cohen's kappa of these items; null if undefined. */
  readonly kappa: number | null;
  readonly cells: readonly ({
    /** Choices of the person; empty: none of the choices; null: no decision. */
    readonly first: readonly (string)[] | null;
    /** Choices of the person; empty: none of the choices; null: no decision. */
    readonly second: readonly (string)[] | null;
    /** Items in the sources that are listed. */
    readonly items: number;
    /** A query for these items as they are now. */
    readonly q: string;
  })[];
};

export type Conversation = {
  readonly name: string;
  /** The item that its messages are below; null: none. */
  readonly node: number | null;
  /** What the messages have in common: the item above them, the value of a property, or their two ends, if the case has no conversations. */
  readonly by: "node" | "property" | "people";
  /** Who wrote, those with most messages first; the first 100. */
  readonly senders: {
    readonly total: number;
    readonly values: readonly ({
      readonly value: string;
      readonly messages: number;
    })[];
  };
  /** Who takes part, if the conversation has a list of them. */
  readonly participants: {
    readonly total: number;
    readonly values: readonly (string)[];
  };
  /** Number of all messages. */
  readonly total: number;
  /** The earliest time, ISO 8601 in UTC. */
  readonly first: string | null;
  readonly last: string | null;
  /** Messages without a time: they come after the message that the case lists before them. */
  readonly untimed: number;
  /** Number of the first message of the page. */
  readonly offset: number;
  /** Number of the message that was asked for, from 0; null: none was, or it is none of the conversation. */
  readonly number: number | null;
  readonly messages: readonly (ConversationMessage)[];
  /** `offset` of the next page; null if this is the last one. */
  readonly next: number | null;
  /** False: the messages of the page have more than 1000 files, and the others are not here. */
  readonly areAttachmentsComplete: boolean;
  /** With `q`: the messages that it finds; the first 10000 numbers, ascending. */
  readonly matches?: {
    readonly total: number;
    readonly numbers: readonly (number)[];
  } | undefined;
};

export type ConversationMessage = {
  readonly id: number;
  /** ISO 8601 in UTC; as the case writes it if it is not a date; null: none. */
  readonly time: string | null;
  /** Seconds since the message before it, if there are more than 86400. */
  readonly gapSeconds: number | null;
  readonly from: {
    readonly total: number;
    readonly values: readonly (string)[];
  };
  /** The first 100. */
  readonly to: {
    readonly total: number;
    readonly values: readonly (string)[];
  };
  /** Whether the owner of the device wrote it. Null: the case does not say. */
  readonly side: "own" | "other" | null;
  /** A line written by the application. */
  readonly isSystem: boolean;
  /** Marked as deleted in the case. */
  readonly isDeleted: boolean;
  /** Id of the message that it answers, as a part of a thread. */
  readonly answers: number | null;
  /** The first 4000 characters. */
  readonly text: {
    readonly value: string;
    readonly isCut: boolean;
  };
  readonly attachments: readonly ({
    readonly id: number;
    readonly name: string;
    readonly contentType: string | null;
    readonly hasContent: boolean;
    readonly hasThumb: boolean;
    readonly isDeleted: boolean;
  })[];
  /** Files that it names, and that are not below it. */
  readonly missing: {
    readonly total: number;
    readonly values: readonly (string)[];
  };
};

export type CreatedReview = {
  readonly review: Review;
  /** Records of the change, oldest first, for an undo. */
  readonly seqs: readonly (number)[];
};

export type DatabaseRows = {
  /** The first 200 tables. `rows` is null if they cannot be counted. */
  readonly tables: readonly ({
    readonly name: string;
    readonly rows: number | null;
  })[];
  readonly tablesTotal: number;
  /** Null: the database has no table. */
  readonly table: string | null;
  /** The first 100. */
  readonly columns: readonly (string)[];
  readonly columnsTotal: number;
  readonly offset: number;
  /** Cells as text, in the order in which the database keeps the rows. Null is NULL. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** `offset` of the next page; null if this is the last one. */
  readonly next: number | null;
  /** False: a cell is longer than what is here. */
  readonly areCellsWhole: boolean;
  /** What is not here, in sentences. */
  readonly notices: readonly (string)[];
};

export type Document = {
  readonly source: string;
  readonly id: number;
  /** Document number in the index. It can change when the case is indexed again; use `source` and `id`. */
  readonly luceneId: number;
  /** The enclosing item, if any. */
  readonly parentId?: number | undefined;
  /** Property names and their values, all of them strings. Dates are ISO 8601 in UTC. */
  readonly properties: {
    readonly [name: string]: readonly (string)[];
  };
  /** Names of the bookmarks that the item belongs to. */
  readonly bookmarks: readonly (string)[];
  /** Whether the item is selected (checked). */
  readonly selected: boolean;
  /** Viewers who marked the item as reviewed; absent if nobody did. */
  readonly reviewed?: readonly (string)[] | undefined;
  /** Hash sets that have a hash of the item; absent if none has. */
  readonly hashsets?: readonly (string)[] | undefined;
  /** Notes on the item; absent if there are none. */
  readonly notes?: readonly (Note)[] | undefined;
};

export type DocumentReference = {
  /** Identifier of the source that holds the item. */
  readonly source: string;
  /** Item ID within that source. */
  readonly id: number;
};

export type DocumentReferences = readonly (DocumentReference)[];

export type Documents = {
  readonly docs: readonly (DocumentReference)[];
  readonly hints?: Hints | undefined;
  readonly incomplete?: Incomplete | undefined;
};

export type EngineProcess = {
  readonly pid: number;
  readonly state: "ready" | "starting";
  /** Resident, in bytes. */
  readonly memory: number;
};

export type Error = {
  /** The reason. */
  readonly error: string;
  /** The HTTP status code. */
  readonly status: number;
  /** For an invalid query: offset in `q` in UTF-16 units, from 0. */
  readonly position?: number | undefined;
  /** For an invalid query: the tokens expected at that position. */
  readonly expected?: readonly (string)[] | undefined;
  /** For an invalid query: the query probably intended. */
  readonly suggestion?: string | undefined;
  /** For a value that a field cannot hold: the field. */
  readonly field?: string | undefined;
  /** For such a value: the type of the field. */
  readonly type?: "number" | "date" | undefined;
  /** For such a value: one that the field could hold. */
  readonly example?: string | undefined;
};

export type Events = {
  /** Number of events of the set between `from` and `to`. */
  readonly total: number;
  readonly events: readonly ({
    readonly source: string;
    readonly id: number;
    /** The date field. */
    readonly field: string;
    /** ISO 8601 in UTC. */
    readonly time: string;
    /** The name of the item; empty if it has none. */
    readonly name: string;
  })[];
  /** For `after` of the next page; null on the last page. */
  readonly next: string | null;
  readonly incomplete?: Incomplete | undefined;
};

export type EventsRequest = {
  /** The query. Missing or empty: all items. */
  readonly q?: string | undefined;
  /** The operator that joins words with nothing between them. OR by default. */
  readonly defaultOperator?: "AND" | "OR" | undefined;
  /** As of `/search`. */
  readonly syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
  /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
  readonly timeZone?: string | undefined;
  /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
  readonly literal?: boolean | undefined;
  /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
  readonly fields?: readonly (string)[] | undefined;
  /** Search only this source; may be repeated. Without it, all sources. */
  readonly sourceID?: string | readonly (string)[] | undefined;
  /** A further query, which each item must match too; may be repeated. */
  readonly filter?: readonly (string)[] | undefined;
  /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
  readonly expand?: readonly ("children" | "parents" | "family" | "duplicates" | "thread" | "neardup")[] | undefined;
  /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
  readonly collapse?: string | undefined;
  /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
  readonly bbox?: string | undefined;
  /** `timesketch`: all events as lines of JSON that Timesketch imports, streamed; without `limit`, `offset`, `after`. */
  readonly format?: "timesketch" | undefined;
  /** Of `timesketch`: names of properties that each line has; all by default. */
  readonly properties?: readonly (string)[] | undefined;
  /** For `timesketch`: whether to continue without an unavailable source; `X-Incomplete` then names it. */
  readonly allowIncomplete?: boolean | undefined;
  /** A date, such as `2021-03`: only what is at its beginning or later. */
  readonly from?: string | undefined;
  /** A date: only what is up to its end. */
  readonly to?: string | undefined;
  /** `asc`, the default, or `desc`. Equal times by source, id and field in both. */
  readonly order?: "asc" | "desc" | undefined;
  /** Events of a page, up to 10000; 50 by default. */
  readonly limit?: number | undefined;
  /** Events to leave out at the beginning. Not with `after`. */
  readonly offset?: number | undefined;
  /** The `next` of the page before, with the same parameters. */
  readonly after?: string | undefined;
};

export type Explanation = {
  /** Canonical form of the query. */
  readonly query: string;
  /** The tree of the query. */
  readonly ast: {
    readonly kind: string;
    readonly [name: string]: unknown;
  };
  readonly sources: readonly (SourceExplanation)[];
  readonly incomplete?: Incomplete | undefined;
};

export type ExportRequest = {
  /** The query. Missing or empty: all items. */
  readonly q?: string | undefined;
  /** The operator that joins words with nothing between them. OR by default. */
  readonly defaultOperator?: "AND" | "OR" | undefined;
  /** As of `/search`. */
  readonly syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
  /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
  readonly timeZone?: string | undefined;
  /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
  readonly literal?: boolean | undefined;
  /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
  readonly fields?: readonly (string)[] | undefined;
  /** Search only this source; may be repeated. Without it, all sources. */
  readonly sourceID?: string | readonly (string)[] | undefined;
  /** A further query, which each item must match too; may be repeated. */
  readonly filter?: readonly (string)[] | undefined;
  /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
  readonly expand?: readonly ("children" | "parents" | "family" | "duplicates" | "thread" | "neardup")[] | undefined;
  /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
  readonly collapse?: string | undefined;
  /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
  readonly bbox?: string | undefined;
  /** `ndjson`: a line for each item, and a last line that confirms completeness. `csv`: a table. `xlsx`: a workbook of Excel, dates and numbers as such. `zip`: lines and a table, with the files of the items. `dat`: a Concordance load file with `TEXT/` and `NATIVE/`, in a ZIP. */
  readonly format: "ndjson" | "csv" | "xlsx" | "zip" | "dat";
  /** Names of properties, in the order of the columns; all by default. With all, or with `notes`, `reviewed` or `hashsets`, the notes on the items, who reviewed them and the hash sets that have them are there, too. */
  readonly properties?: readonly (string)[] | undefined;
  /** Of `zip`: which table, `csv` (the default) or `xlsx`, which links to the contents. */
  readonly table?: "csv" | "xlsx" | undefined;
  /** Of a table: `filled` leaves out columns without a value in the set, `all` does not. `filled` unless `properties` names them. */
  readonly columns?: "filled" | "all" | undefined;
  /** For `csv` and `zip`: the cell separator, `,` (the default), `;`, or `tab`. */
  readonly delimiter?: "," | ";" | "\t" | "tab" | undefined;
  /** Of `csv` and `zip`: `excel` writes texts that a spreadsheet would replace (`007`, `1/2`, 20 digits) as `="007"`, and cuts cells to 32,767 characters; `X-Cut-Cells` is their number. */
  readonly text?: "excel" | undefined;
  /** As of `/hits`; `id` by default. */
  readonly sort?: readonly (string)[] | undefined;
  /** For `zip` and `dat`: which files of the items; all that the items have by default, `none` for none. */
  readonly files?: readonly ("content" | "text" | "thumb" | "none")[] | undefined;
  /** Name of the file that a browser saves, without its ending. */
  readonly name?: string | undefined;
  /** Whether to export without an unavailable source; `X-Incomplete` then names it. */
  readonly allowIncomplete?: boolean | undefined;
  /** Whether the export carries a certificate of the set: `certificate.json` of an archive, a member of the last line of `ndjson`; not of `csv` and `xlsx`. */
  readonly certificate?: boolean | undefined;
};

export type Facet = {
  /** A field, or `source`, `bookmark`, `coding:NAME`, `decided:NAME`, `reviewed`, `selected`. Not with `place`, `events` or `matches`. */
  readonly field?: string | undefined;
  /** Counts by the cells of a grid of 360 / 2^`zoom` degrees. */
  readonly place?: true | undefined;
  /** Of `place`. */
  readonly zoom?: number | undefined;
  /** Counts every date of every item, by date field and `interval`. */
  readonly events?: true | undefined;
  /** Counts the words that wildcards, fuzzy words, expressions and ranges of the query matched, and the texts that expressions over texts matched. */
  readonly matches?: true | undefined;
  /** Values shown. */
  readonly limit?: number | undefined;
  /** Only values that begin so, folded. */
  readonly prefix?: string | undefined;
  /** Only values that contain this, folded. */
  readonly contains?: string | undefined;
  readonly order?: "count" | "value" | undefined;
  /** Only values with items in at least this many sources. */
  readonly minSources?: number | undefined;
  /** Of a date: counts by calendar in `timeZone`; `auto`: the finest of at most 200. `log`, of a number: decades. */
  readonly interval?: "year" | "quarter" | "month" | "week" | "day" | "hour" | "auto" | "log" | undefined;
  /** A name of the IANA database; UTC by default. */
  readonly timeZone?: string | undefined;
  /** Of a number, ascending: each begins a range that ends before the next one. */
  readonly ranges?: readonly (number)[] | undefined;
};

export type Facets = {
  readonly total: number;
  readonly facets: readonly ({
    readonly field?: string | undefined;
    readonly place?: true | undefined;
    readonly zoom?: number | undefined;
    readonly events?: true | undefined;
    readonly matches?: true | undefined;
    /** The one that `auto` chose. */
    readonly interval?: "year" | "quarter" | "month" | "week" | "day" | "hour" | undefined;
    readonly values: readonly ({
      readonly value: string;
      readonly items: number;
      /** Of events: the date field; of matches: the field of the word. */
      readonly field?: string | undefined;
      /** Of matches: an expression over texts matched this text, folded. It has no `q`. */
      readonly isText?: true | undefined;
      /** Of a cell: the mean of its places. */
      readonly latitude?: number | undefined;
      readonly longitude?: number | undefined;
      /** Of a cell: west, south, east and north of the box around its places. Without extent it is one place. */
      readonly box?: readonly [number, number, number, number] | undefined;
      /** As one more `filter`, it selects these items. Missing of places, of texts that an expression matched, and of ranges of a field that is a number in one source and a date in another. */
      readonly q?: string | undefined;
    })[];
    /** Number of different values. */
    readonly distinct: number;
    /** Items without a value. */
    readonly missing: number;
    /** The sum of the items of values that are not shown. */
    readonly other: number;
  })[];
  readonly tookMs: number;
  readonly hints?: Hints | undefined;
  readonly incomplete?: Incomplete | undefined;
};

export type FacetsRequest = {
  /** The query. Missing or empty: all items. */
  readonly q?: string | undefined;
  /** The operator that joins words with nothing between them. OR by default. */
  readonly defaultOperator?: "AND" | "OR" | undefined;
  /** As of `/search`. */
  readonly syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
  /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
  readonly timeZone?: string | undefined;
  /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
  readonly literal?: boolean | undefined;
  /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
  readonly fields?: readonly (string)[] | undefined;
  /** Search only this source; may be repeated. Without it, all sources. */
  readonly sourceID?: string | readonly (string)[] | undefined;
  /** A further query, which each item must match too; may be repeated. */
  readonly filter?: readonly (string)[] | undefined;
  /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
  readonly expand?: readonly ("children" | "parents" | "family" | "duplicates" | "thread" | "neardup")[] | undefined;
  /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
  readonly collapse?: string | undefined;
  /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
  readonly bbox?: string | undefined;
  readonly facets: readonly (Facet)[];
};

export type Family = {
  /** The ancestors, the topmost first, without the item. */
  readonly path: readonly ({
    readonly id: number;
    readonly name: string;
  })[];
  /** Direct ones; the first 100 are listed. */
  readonly children: {
    readonly total: number;
    readonly docs: readonly (DocumentReference)[];
  };
  /** Other children of its parent. */
  readonly siblings: number;
  /** Other items with the same hash, in all sources; the first 100 are listed. */
  readonly duplicates: {
    readonly total: number;
    readonly docs: readonly (DocumentReference)[];
  };
  readonly incomplete?: Incomplete | undefined;
};

export type Fields = {
  readonly fields: readonly ({
    readonly name: string;
    /** By source. */
    readonly types: {
      readonly [name: string]: "text" | "number" | "date" | "whole";
    };
    readonly items: number;
    /** Whether items can be ordered by it. */
    readonly sorts: boolean;
    /** Whether items can be counted by its values. */
    readonly counts: boolean;
  })[];
  /** Names such as `from` that mean fields of other names, wherever a field can be named. */
  readonly usual: readonly ({
    readonly name: string;
    /** The field that it means, by source. */
    readonly fields: {
      readonly [name: string]: string;
    };
    readonly items: number;
    readonly sorts: boolean;
    readonly counts: boolean;
  })[];
  readonly incomplete?: Incomplete | undefined;
};

export type FindingsRequest = {
  /** The query. Missing or empty: all items. */
  readonly q?: string | undefined;
  /** The operator that joins words with nothing between them. OR by default. */
  readonly defaultOperator?: "AND" | "OR" | undefined;
  /** As of `/search`. */
  readonly syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
  /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
  readonly timeZone?: string | undefined;
  /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
  readonly literal?: boolean | undefined;
  /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
  readonly fields?: readonly (string)[] | undefined;
  /** Search only this source; may be repeated. Without it, all sources. */
  readonly sourceID?: string | readonly (string)[] | undefined;
  /** A further query, which each item must match too; may be repeated. */
  readonly filter?: readonly (string)[] | undefined;
  /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
  readonly expand?: readonly ("children" | "parents" | "family" | "duplicates" | "thread" | "neardup")[] | undefined;
  /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
  readonly collapse?: string | undefined;
  /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
  readonly bbox?: string | undefined;
  /** UTF-16 units of text before and after each match, up to 1000; 40 by default. */
  readonly context?: number | undefined;
  /** `text`: a line for each distinct folded text, most findings first, instead of one for each finding: findings, items, the first and last day of these items (`null` without one), and how many have an implausible date (`implausible`). */
  readonly group?: "text" | undefined;
  /** The order of the items, as of `/hits`; `id` by default. */
  readonly sort?: readonly (string)[] | undefined;
};

export type GiveBack = {
  /** Whose batches; by default your own. */
  readonly who?: string | null | undefined;
};

export type Health = {
  readonly status: "ok";
  /** Present if bookmarks, selection and records are unavailable; searches continue. */
  readonly bookmarkStore?: "unavailable" | undefined;
  /** Present if the audit file lacks lines: the disk is full, or the file was changed. */
  readonly audit?: "behind" | undefined;
};

/** Parts of the query that were not searched as its author may expect, and alternatives. */
export type Hints = readonly (string)[];

export type HistoryEntry = {
  /** When the answer ended; ISO 8601, UTC. */
  readonly time: string;
  readonly who: string | null;
  readonly remote: string | null;
  /** Method and route. */
  readonly what: string;
  readonly path: string;
  readonly query?: string | undefined;
  /** The other parameters of the request. */
  readonly parameters?: {
    readonly [name: string]: unknown;
  } | undefined;
  readonly items?: number | undefined;
  readonly status: number;
};

export type Hit = {
  readonly source: string;
  readonly id: number;
  /** The enclosing item, if any. */
  readonly parentId?: number | undefined;
  readonly properties: {
    readonly [name: string]: readonly (string)[];
  };
  readonly bookmarks: readonly (string)[];
  readonly selected: boolean;
  /** Viewers who marked the item as reviewed; absent if nobody did. */
  readonly reviewed?: readonly (string)[] | undefined;
  /** Hash sets that have a hash of the item; absent if none has. */
  readonly hashsets?: readonly (string)[] | undefined;
  /** Notes on the item, if `properties` are all or have `notes`; absent if there are none. */
  readonly notes?: readonly (Note)[] | undefined;
  /** Its parts besides the record. */
  readonly parts: readonly ("content" | "text" | "thumb" | "view")[];
  readonly score?: number | undefined;
  /** Only if requested. */
  readonly snippets?: readonly (Snippet)[] | undefined;
};

export type Hits = {
  /** Number of items of the set. */
  readonly total: number;
  readonly hits: readonly (Hit)[];
  /** For `after` of the next page; null on the last page. */
  readonly next: string | null;
  readonly tookMs: number;
  readonly hints?: Hints | undefined;
  readonly incomplete?: Incomplete | undefined;
};

export type HitsRequest = {
  /** The query. Missing or empty: all items. */
  readonly q?: string | undefined;
  /** The operator that joins words with nothing between them. OR by default. */
  readonly defaultOperator?: "AND" | "OR" | undefined;
  /** As of `/search`. */
  readonly syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
  /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
  readonly timeZone?: string | undefined;
  /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
  readonly literal?: boolean | undefined;
  /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
  readonly fields?: readonly (string)[] | undefined;
  /** Search only this source; may be repeated. Without it, all sources. */
  readonly sourceID?: string | readonly (string)[] | undefined;
  /** A further query, which each item must match too; may be repeated. */
  readonly filter?: readonly (string)[] | undefined;
  /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
  readonly expand?: readonly ("children" | "parents" | "family" | "duplicates" | "thread" | "neardup")[] | undefined;
  /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
  readonly collapse?: string | undefined;
  /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
  readonly bbox?: string | undefined;
  /** Hits of a page, up to 10000; 50 by default. */
  readonly limit?: number | undefined;
  /** Hits to leave out at the beginning. Not with `after`. */
  readonly offset?: number | undefined;
  /** The `next` of the page before, with the same parameters. */
  readonly after?: string | undefined;
  /** `field:asc`, `field:desc`, `field:natural` and `field:natural-desc` (`file2` before `file10`), several of them; or `relevance`; or `id`, the default. Ties by source, then id. */
  readonly sort?: readonly (string)[] | undefined;
  /** Names of properties to show; `*`: all; `none`. With `*` or `notes`, the notes of the items are shown, too. */
  readonly properties?: readonly (string)[] | undefined;
  /** Pieces of the text around matches, up to 10, most telling first; then as many of shown properties. */
  readonly snippets?: number | undefined;
};

/** Sources that did not open; the answer has nothing from them. */
export type Incomplete = readonly ({
  readonly source: string;
  readonly reason: string;
})[];

export type ItemRecord = {
  readonly source: string;
  readonly id: number;
  /** The enclosing item, if any. */
  readonly parentId?: number | undefined;
  readonly properties: {
    readonly [name: string]: readonly (string)[];
  };
  readonly bookmarks: readonly (string)[];
  readonly selected: boolean;
  /** Viewers who marked the item as reviewed; absent if nobody did. */
  readonly reviewed?: readonly (string)[] | undefined;
  /** Hash sets that have a hash of the item; absent if none has. */
  readonly hashsets?: readonly (string)[] | undefined;
  /** Notes on the item, if `properties` are all or have `notes`; absent if there are none. */
  readonly notes?: readonly (Note)[] | undefined;
  /** Its parts besides the record. */
  readonly parts: readonly ("content" | "text" | "thumb" | "view")[];
};

export type KeptSearch = {
  readonly kept: boolean;
  readonly total: number;
};

export type KeywordsRequest = {
  /** The queries. Equal ones are computed once, and each gets its line. */
  readonly queries: readonly (string)[];
  /** The operator that joins words with nothing between them. OR by default. */
  readonly defaultOperator?: "AND" | "OR" | undefined;
  /** As of `/search`. */
  readonly syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
  /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
  readonly timeZone?: string | undefined;
  /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
  readonly literal?: boolean | undefined;
  /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
  readonly fields?: readonly (string)[] | undefined;
  /** Search only this source; may be repeated. Without it, all sources. */
  readonly sourceID?: string | readonly (string)[] | undefined;
  /** A further query, which each item must match too; may be repeated. */
  readonly filter?: readonly (string)[] | undefined;
  /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
  readonly expand?: readonly ("children" | "parents" | "family" | "duplicates" | "thread" | "neardup")[] | undefined;
  /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
  readonly collapse?: string | undefined;
  /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
  readonly bbox?: string | undefined;
  /** A query: only items that it finds count. Families are not limited by it. */
  readonly within?: string | undefined;
  /** Adds the items of each line to the bookmark with this name followed by the query, created if missing. */
  readonly bookmarkPrefix?: string | undefined;
  /** Instead of `Accept: text/csv`. */
  readonly format?: "ndjson" | "csv" | undefined;
  /** Whether the last line carries a certificate of the report: of its list, its lines and the items that any of them finds. Not of CSV. */
  readonly certificate?: boolean | undefined;
};

export type LogChange = {
  /** Number of the record, for an undo. */
  readonly seq: number;
  /** ISO 8601, in UTC. */
  readonly time: string;
  readonly what: "create" | "add" | "remove" | "rename" | "delete" | "describe" | "import" | "select" | "unselect" | "undo";
  /** Its name before the change; null for another set. */
  readonly bookmark: string | null;
  /** The panel that changed; `bookmark` is null then. */
  readonly coding?: string | undefined;
  /** The saved search that changed; `bookmark` is null then. */
  readonly search?: string | undefined;
  /** The viewer whose marks changed; `bookmark` is null then. */
  readonly reviewed?: string | undefined;
  /** The review that changed, or a part of it. */
  readonly review?: string | undefined;
  /** Number of the note that changed; `bookmark` is null then. */
  readonly note?: string | undefined;
  /** The panel in which `who` chose; `bookmark` is null then. */
  readonly decided?: string | undefined;
  /** Its name after the change, if different. */
  readonly newName?: string | undefined;
  /** Of an undoing: the record that was undone. */
  readonly undoes?: number | undefined;
  /** Associations that the change added or removed. */
  readonly items: number;
  readonly who: string | null;
  /** Address that the request came from. */
  readonly remote: string | null;
  readonly requestId: string | null;
};

export type Matches = {
  /** Number of all matches in the item. */
  readonly total: number;
  /** The words, phrases, patterns, ranges and values of the query, but for prohibited ones. */
  readonly clauses: readonly ({
    readonly q: string;
    readonly count: number;
  })[];
  readonly matches: readonly ({
    readonly field: string;
    /** Which of the values of the field. */
    readonly value: number;
    /** In UTF-16 units of the text that `/text` serves, or of the value. */
    readonly start: number;
    readonly end: number;
    /** Which of `clauses`. */
    readonly clause: number;
  })[];
  /** `offset` of the next page; null on the last page. */
  readonly next: number | null;
};

/** A message of JSON-RPC, as the Model Context Protocol has it. */
export type McpMessage = {
  readonly jsonrpc: "2.0";
  readonly [name: string]: unknown;
};

export type Members = {
  readonly docs: readonly (DocumentReference)[];
};

export type Names = {
  readonly data: readonly (string)[];
  readonly details?: readonly (BookmarkDetails)[] | undefined;
};

export type NearDuplicates = {
  /** The name of the group: `neardup:NAME` finds it. Null: no near duplicates. */
  readonly group: string | null;
  /** Other items of the group, in all sources. */
  readonly total: number;
  /** Other items of the group: as many as `limit`, by source and id, then put in order of similarity. Similarity is the number of different words that both texts have, divided by that of the words that either has. */
  readonly docs: readonly ({
    /** Identifier of the source that holds the item. */
    readonly source: string;
    /** Item ID within that source. */
    readonly id: number;
    readonly similarity: number;
  })[];
  readonly incomplete?: Incomplete | undefined;
};

export type NewReview = {
  readonly name: string;
  /** As `sort` of `/hits`, without `relevance`. */
  readonly order?: readonly (string)[] | undefined;
  readonly codings: readonly (string)[];
  /** Names of the reviewers; empty: everyone with the permission to code. */
  readonly assignees?: readonly (string)[] | undefined;
  /** Items of a batch. */
  readonly batch?: number | undefined;
  /** What stays in one batch: families, threads of mails with their attachments, or `both`: families and threads that share an item of the review. */
  readonly together?: "family" | "thread" | "both" | undefined;
  /** Inactivity after which a batch is returned. */
  readonly giveBackSeconds?: number | undefined;
  readonly docs?: readonly (DocumentReference)[] | undefined;
  /** The query. Missing or empty: all items. */
  readonly q?: string | undefined;
  /** The operator that joins words with nothing between them. OR by default. */
  readonly defaultOperator?: "AND" | "OR" | undefined;
  /** As of `/search`. */
  readonly syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
  /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
  readonly timeZone?: string | undefined;
  /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
  readonly literal?: boolean | undefined;
  /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
  readonly fields?: readonly (string)[] | undefined;
  /** Search only this source; may be repeated. Without it, all sources. */
  readonly sourceID?: string | readonly (string)[] | undefined;
  /** A further query, which each item must match too; may be repeated. */
  readonly filter?: readonly (string)[] | undefined;
  /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
  readonly expand?: readonly ("children" | "parents" | "family" | "duplicates" | "thread" | "neardup")[] | undefined;
  /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
  readonly collapse?: string | undefined;
  /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
  readonly bbox?: string | undefined;
};

export type NextItem = {
  /** Null: nothing is left for you. */
  readonly item: {
    readonly source: string;
    readonly id: number;
  } | null;
  /** Which one it is of those that you see of the batch, from 1. */
  readonly number: number | null;
  readonly batch: {
    readonly number: number;
    readonly items: number;
    readonly decided: number;
  } | null;
  /** Earlier decisions on it in this review. */
  readonly decisions: readonly ({
    readonly coding: string;
    readonly choice: string | null;
    readonly who: string | null;
  })[];
  /** The item before it in the batch. */
  readonly before: {
    readonly source: string;
    readonly id: number;
  } | null;
  /** The next undecided one. */
  readonly upcoming: {
    readonly source: string;
    readonly id: number;
  } | null;
};

export type Note = {
  /** Its number; no other note ever has it. */
  readonly n: number;
  readonly text: string;
  readonly range?: NoteRange | undefined;
  readonly author: string;
  /** ISO 8601, in UTC. */
  readonly created: string;
  /** Author of the current text. */
  readonly changedBy: string;
  readonly changed: string;
};

export type NoteChange = {
  readonly text: string;
  /** The part of the item that it is about; null: all of it. */
  readonly range?: {
    readonly start: number;
    readonly end: number;
  } | {
    readonly property: string;
    readonly value?: string | undefined;
  } | null | undefined;
};

/** UTF-16 offsets in the text of the item, or a property, perhaps one of its values. */
export type NoteRange = {
  readonly start: number;
  readonly end: number;
} | {
  readonly property: string;
  readonly value?: string | undefined;
};

export type NoteVersions = {
  /** Its number; no other note ever has it. */
  readonly n: number;
  readonly text: string;
  readonly range?: NoteRange | undefined;
  readonly author: string;
  /** ISO 8601, in UTC. */
  readonly created: string;
  /** Author of the current text. */
  readonly changedBy: string;
  readonly changed: string;
  readonly versions: readonly ({
    /** The log record; undo it to restore the previous version. */
    readonly seq: number;
    readonly time: string;
    readonly who: string | null;
    readonly text: string;
    readonly range?: NoteRange | undefined;
  })[];
};

export type Notes = {
  readonly notes: readonly (Note)[];
};

export type People = {
  readonly people: readonly ({
    /** In lower case; the name if there is no address. */
    readonly address: string;
    /** The most frequent 20 names beside the address. */
    readonly names: readonly ({
      readonly name: string;
      readonly items: number;
    })[];
    /** Items that the person sent. */
    readonly from: number;
    readonly to: number;
    readonly cc: number;
    readonly bcc: number;
    /** Queries for the items that the person sent, and those that were sent to the person, with copies. Mails between two people, both ways: `(FROM1 AND TO2) OR (FROM2 AND TO1)`. */
    readonly q: {
      readonly from: string;
      readonly to: string;
    };
  })[];
  readonly total: number;
  /** `offset` of the next page; null if this is the last one. */
  readonly next: number | null;
  /** False: a field has more than 50000 values, of which the most frequent count here. Narrow it down by `contains`. */
  readonly isComplete: boolean;
  /** Fields whose values are too long to be counted: nobody is listed for them. */
  readonly uncounted?: readonly ("from" | "to" | "cc" | "bcc")[] | undefined;
  readonly incomplete?: Incomplete | undefined;
};

export type PictureData = {
  /** As the bytes have it; dates as the camera wrote them, without a zone. */
  readonly groups: readonly ({
    /** A directory of EXIF, such as `Image`, `Photo`, `GPSInfo`; or `File`. */
    readonly group: string;
    readonly values: readonly ({
      readonly name: string;
      readonly value: string;
    })[];
  })[];
  /** False: values are missing because they are damaged or too many, or a value is longer than here. */
  readonly isWhole: boolean;
};

export type PlanNode = {
  readonly operator: string;
  readonly detail: string;
  readonly estimate: number;
  readonly count: number;
  readonly microseconds: number;
  readonly children: readonly (PlanNode)[];
};

export type Presence = {
  readonly page: string;
  readonly item: DocumentReference | null;
};

export type RanSearch = {
  readonly q?: string | undefined;
  readonly literal?: boolean | undefined;
  readonly filter?: readonly (string)[] | undefined;
  readonly sourceID?: readonly (string)[] | undefined;
  readonly bbox?: string | null | undefined;
  /** A number by which later searches name this one. */
  readonly id?: number | null | undefined;
  /** `id` of the search that this one came from. */
  readonly from?: number | null | undefined;
  /** Items that it found. */
  readonly total: number;
};

export type Reading = {
  readonly format: string;
  /** What the case was taken for, in lines for people. */
  readonly understood: readonly (string)[];
  readonly tables: readonly ({
    readonly file: string;
    /** The tool that wrote it, if its columns are known. */
    readonly tool: string | null;
    readonly rows: number;
    /** Encoding, delimiter, header row and such, in words. */
    readonly description: string;
    readonly columns: readonly ({
      readonly column: string;
      /** The property that its values are, or null. */
      readonly property: string | null;
      /** Their further use in words, or null. */
      readonly use: string | null;
      readonly understoodBy: "mapping" | "name" | "own name";
      /** Rows with a value. */
      readonly values: number;
      /** How dates are read: `day first`, `month first`, `one order`, `ambiguous`, `counted in` what; null: none. */
      readonly dates: string | null;
      /** The column with their times of day. */
      readonly times: string | null;
      /** The column with their time zones. */
      readonly zones: string | null;
      /** How sizes are read, in words. */
      readonly sizes: string | null;
      /** The time zone of times without one. */
      readonly offset: string | null;
      readonly isList: boolean;
      /** Separator of the values of a list, besides line breaks. */
      readonly separator: string | null;
    })[];
    /** Columns that are not listed. */
    readonly columnsLeftOut: number;
  })[];
  readonly problems: {
    readonly count: number;
    readonly byKind: {
      readonly [name: string]: number;
    };
    /** The first of each kind. */
    readonly first: readonly ({
      readonly file: string;
      readonly line: number | null;
      readonly id: number | null;
      readonly kind: string;
      readonly reason: string;
    })[];
  };
};

export type Records = {
  /** In the order of `docs`; null for an unknown item. */
  readonly records: readonly (ItemRecord | null)[];
  readonly incomplete?: Incomplete | undefined;
};

export type RecordsRequest = {
  readonly docs: readonly (DocumentReference)[];
  /** As of `/hits`: names of properties to show; `*`: all; `none`; `notes`: the notes. */
  readonly properties?: readonly (string)[] | undefined;
};

export type ReportRequest = {
  /** The query. Missing or empty: all items. */
  readonly q?: string | undefined;
  /** The operator that joins words with nothing between them. OR by default. */
  readonly defaultOperator?: "AND" | "OR" | undefined;
  /** As of `/search`. */
  readonly syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
  /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
  readonly timeZone?: string | undefined;
  /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
  readonly literal?: boolean | undefined;
  /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
  readonly fields?: readonly (string)[] | undefined;
  /** Search only this source; may be repeated. Without it, all sources. */
  readonly sourceID?: string | readonly (string)[] | undefined;
  /** A further query, which each item must match too; may be repeated. */
  readonly filter?: readonly (string)[] | undefined;
  /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
  readonly expand?: readonly ("children" | "parents" | "family" | "duplicates" | "thread" | "neardup")[] | undefined;
  /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
  readonly collapse?: string | undefined;
  /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
  readonly bbox?: string | undefined;
  /** Bookmarks, each with pages of its own, in this order; of each, the items of the set. */
  readonly bookmarks?: readonly (string)[] | undefined;
  /** Title of the first page; default: that of the template. */
  readonly title?: string | undefined;
  /** Number or name of the case, for the first page. */
  readonly case?: string | undefined;
  /** Author of the report, for the first page. */
  readonly author?: string | undefined;
  /** The time on the first page: that of the certificate, or now, by default. With it, the same request on the same data is the same bytes. */
  readonly time?: string | undefined;
  /** A template of the server; `en` by default, `pt` is Portuguese. */
  readonly template?: string | undefined;
  /** Properties to show besides the usual ones; `*`: all. */
  readonly properties?: readonly (string)[] | undefined;
  /** As of `/hits`; `id` by default. */
  readonly sort?: readonly (string)[] | undefined;
  /** Whether contents of items are part of the report; false by default. `linked`: pages link them in the folder `../files`, and `LINKED-SHA256SUMS` lists their sums. */
  readonly files?: boolean | "linked" | undefined;
  /** Whether it has the log of its bookmarks; true by default. */
  readonly log?: boolean | undefined;
  /** Queries of a search term report, asked of the sources as `/keywords` does. */
  readonly keywords?: readonly (string)[] | undefined;
  /** Whether it carries a certificate of its set; false by default. */
  readonly certificate?: boolean | undefined;
  readonly format?: "zip" | undefined;
  /** Name of the file that a browser saves, without its ending. */
  readonly name?: string | undefined;
  /** Whether to report without an unavailable source; the first page then says so. */
  readonly allowIncomplete?: boolean | undefined;
};

export type ReportTemplates = {
  readonly templates: readonly ({
    readonly name: string;
    readonly language: string;
  })[];
};

export type Review = {
  readonly name: string;
  /** Null: the order in which the items were named. */
  readonly order: readonly (string)[] | null;
  readonly codings: readonly (string)[];
  readonly assignees: readonly (string)[];
  readonly batch: number;
  /** What stays in one batch. */
  readonly together: "family" | "thread" | "both" | null;
  readonly giveBackSeconds: number;
  readonly creator: string | null;
  readonly created: string;
  /** The request for the set, as JSON; null if items were named. */
  readonly asked: string | null;
  readonly total: number;
  readonly decided: number;
  readonly left: number;
  /** Items whose decision an accepted second look changed. */
  readonly overturned: number;
  readonly choices: readonly ({
    readonly coding: string;
    /** Null: none of the choices. */
    readonly choice: string | null;
    readonly items: number;
  })[];
  readonly people: readonly ({
    readonly who: string | null;
    readonly decided: number;
    readonly choices: readonly ({
      readonly coding: string;
      /** Null: none of the choices. */
      readonly choice: string | null;
      readonly items: number;
    })[];
    readonly overturned: number;
    /** Decisions an hour, without breaks. */
    readonly rate: number | null;
  })[];
  readonly batches: {
    readonly total: number;
    readonly held: number;
  };
  readonly secondLook: {
    /** The review that is looked at again. */
    readonly of: string | null;
    readonly percent: number;
    readonly seed: number;
    readonly accepted: {
      readonly who: string | null;
      readonly time: string;
    } | null;
  } | null;
  /** Names of the second looks at it. */
  readonly secondLooks: readonly (string)[];
};

export type ReviewedChange = {
  /** Whose marks changed. */
  readonly viewer: string;
  readonly changed: number;
  readonly size: number;
  /** Of a change by hashes: different ones that an item has. */
  readonly found?: number | undefined;
  /** Those that no item has. */
  readonly unknown?: number | undefined;
};

export type Reviewers = {
  readonly viewers: readonly ({
    readonly viewer: string;
    /** Marked items in the sources that are listed. */
    readonly items: number;
  })[];
};

export type Reviews = {
  readonly reviews: readonly (Review)[];
};

export type Sample = {
  readonly percent: number;
  /** Of the second look; by default that of the review with a number. */
  readonly name?: string | undefined;
  /** The same seed draws the same items from the same decisions. */
  readonly seed?: number | undefined;
  /** Names of the reviewers; empty: everyone with the permission to code. */
  readonly assignees?: readonly (string)[] | undefined;
  readonly batch?: number | undefined;
};

export type SavedSearch = {
  readonly name: string;
  /** Its owner; null if saved without authentication. */
  readonly owner: string | null;
  /** Whether everyone sees it. Always so without an owner. */
  readonly shared: boolean;
  /** The query. Empty: all items. */
  readonly q: string;
  readonly defaultOperator: "AND" | "OR";
  /** Whether the query is text, in which nothing is an operator. */
  readonly literal: boolean;
  /** Of dates without an offset. */
  readonly timeZone: string;
  readonly filter: readonly (string)[];
  /** Empty: all sources. */
  readonly sourceID: readonly (string)[];
  /** `west,south,east,north` in degrees. */
  readonly bbox: string | null;
  /** As of `/hits`. */
  readonly sort: readonly (string)[];
  /** How the page shows it, such as `gallery`. */
  readonly view: string | null;
};

export type SavedSearchChange = {
  readonly shared?: boolean | undefined;
  /** The query. Empty: all items. */
  readonly q?: string | undefined;
  readonly defaultOperator?: "AND" | "OR" | undefined;
  /** Whether the query is text, in which nothing is an operator. */
  readonly literal?: boolean | undefined;
  /** Of dates without an offset. */
  readonly timeZone?: string | undefined;
  readonly filter?: readonly (string)[] | undefined;
  /** Empty: all sources. */
  readonly sourceID?: readonly (string)[] | undefined;
  /** `west,south,east,north` in degrees. */
  readonly bbox?: string | null | undefined;
  /** As of `/hits`. */
  readonly sort?: readonly (string)[] | undefined;
  /** How the page shows it, such as `gallery`. */
  readonly view?: string | null | undefined;
};

export type SavedSearches = {
  readonly searches: readonly (SavedSearch)[];
};

export type SearchHistory = {
  /** Whether this server stores your searches: not without authentication, or if it was started without a history. */
  readonly kept: boolean;
  /** Newest first. */
  readonly searches: readonly (HistoryEntry)[];
};

export type SearchRequest = {
  /** The query. Empty means all items. */
  readonly q: string;
  /** Search only this source; without it, all sources. */
  readonly sourceID?: string | undefined;
  /** The operator that joins words with nothing between them. OR by default. */
  readonly defaultOperator?: "AND" | "OR" | undefined;
  /** `iped`: the query is in the syntax of IPED 4.1, and means what its web API makes of it. `dtsearch`: it is a request of dtSearch; `relativity`: it is a request of Relativity, which runs dtSearch; both with `-noise`: without the noise words of their default list; `nuix`: it is a query of Nuix; what cannot be meant exactly is an error that says so. Without it, in the query language of this program. */
  readonly syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
  /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
  readonly timeZone?: string | undefined;
  /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
  readonly literal?: boolean | undefined;
  /** Fields to search for words without a field; `content` by default. */
  readonly fields?: string | readonly (string)[] | undefined;
  /** `id`: by source, ids ascending. `relevance`: best first over all sources; needs a limit. */
  readonly sort?: "id" | "relevance" | undefined;
  /** Maximum number of items. */
  readonly limit?: number | undefined;
};

export type SelectionChange = {
  readonly changed: number;
  readonly size: number;
  /** Of a change by hashes: different ones that an item has. */
  readonly found?: number | undefined;
  /** Those that no item has. */
  readonly unknown?: number | undefined;
};

export type Session = {
  readonly name: string | null;
  readonly role: "reader" | "annotator" | "administrator";
};

export type SessionRequest = {
  /** As `case-access token new` printed it. */
  readonly token: string;
};

export type Similar = {
  /** Most similar first. */
  readonly docs: readonly ({
    /** Identifier of the source that holds the item. */
    readonly source: string;
    /** Item ID within that source. */
    readonly id: number;
    readonly score: number;
  })[];
  /** The words that were looked for, most telling first. */
  readonly terms: readonly (string)[];
  readonly incomplete?: Incomplete | undefined;
};

export type Snippet = {
  readonly field: string;
  /** Which of the values of the field. */
  readonly value: number;
  /** Offset of `text` in the text that `/text` serves, or in the value, in UTF-16 units. */
  readonly offset: number;
  readonly text: string;
  /** Start and end of each match in `text`. Matches of several clauses may overlap. */
  readonly marks: readonly (readonly [number, number])[];
};

export type Source = {
  /** Unique identifier of the source. */
  readonly id: string;
  /** Path of the case directory on the server, as it was given. */
  readonly path: string;
};

export type SourceExplanation = {
  readonly source: string;
  /** Items found. */
  readonly count: number;
  readonly microseconds: number;
  readonly plan: PlanNode;
  readonly expansions: readonly ({
    readonly field: string;
    readonly source: string;
    readonly termCount: number;
    readonly terms: readonly (string)[];
  })[];
  readonly hints: Hints;
};

export type SourceStatus = {
  readonly id: string;
  readonly state: "building" | "ready" | "failed";
  /** Items that can be read. Present if the source is ready. */
  readonly items?: number | undefined;
  /** Items that a search can find. */
  readonly searchableItems?: number | undefined;
  /** Whether the index was built without losing any data of the case. */
  readonly isComplete?: boolean | undefined;
  /** When the case was processed, or its database or index last written. Missing if the case does not say. */
  readonly processedAt?: string | undefined;
  /** Problems found while building the index. */
  readonly problems?: number | undefined;
  /** Present while the index is being built. */
  readonly progress?: {
    readonly phase: string;
    readonly items: number;
    readonly bytes: number;
    /** Progress of the phase, 0 to 1; null if unknown. */
    readonly fraction: number | null;
  } | null | undefined;
  /** Why the source did not open. */
  readonly reason?: string | undefined;
  /** Possible actions, such as importing bookmarks of the case. */
  readonly hint?: string | undefined;
};

export type Sources = {
  readonly data: readonly (Source)[];
};

export type Status = {
  /** Version of the program. */
  readonly version: string;
  /** Version of the index format. */
  readonly indexFormat: number;
  readonly uptimeSeconds: number;
  readonly isDraining: boolean;
  /** Items of all sources that are ready. */
  readonly items: number;
  readonly bookmarks: number;
  /** Present if requests are recorded (`--audit`). */
  readonly audit?: {
    /** Number of the last line that is on disk. */
    readonly seq: number;
    /** Its hash: write it down elsewhere from time to time. */
    readonly hash: string;
    readonly state: "ok" | "behind";
  } | undefined;
  /** The viewer, if the server requires tokens. */
  readonly viewer?: {
    readonly name: string | null;
    readonly role: "reader" | "annotator" | "administrator";
  } | undefined;
  /** Unavailable if its file was damaged, truncated or removed; searches continue. */
  readonly bookmarkStore: "ok" | "unavailable";
  /** Hash sets that queries can name, with the digest of each. Present if the server has any. */
  readonly hashSets?: readonly ({
    readonly name: string;
    readonly digest: string;
  })[] | undefined;
  readonly sources: readonly (SourceStatus)[];
  /** Searches of the viewer for expressions over texts. Present if any is running. */
  readonly scans?: readonly ({
    /** The expression, as written in a query. */
    readonly query: string;
    /** Items whose texts are scanned. */
    readonly items: number;
    /** How many of them have been. */
    readonly scanned: number;
    /** How many of these match so far. */
    readonly found: number;
  })[] | undefined;
  /** The processes that search; none for a viewer of some sources only. */
  readonly engines: readonly (EngineProcess)[];
};

export type Suggestions = {
  readonly data: readonly ({
    readonly value: string;
    readonly items: number;
    /** Of a name: it means fields of other names, and no source has one that is called so. */
    readonly usual?: true | undefined;
  })[];
  /** A source has more values than it keeps: some may be missing here. */
  readonly complete?: false | undefined;
  readonly incomplete?: Incomplete | undefined;
};

export type Thread = {
  readonly rows: readonly ({
    /** Null: the mail has none. */
    readonly messageId: string | null;
    /** Number of the row above it, from 0; null: none. */
    readonly parent: number | null;
    readonly depth: number;
    readonly mail: ThreadMail;
  })[];
  /** Number of all rows. */
  readonly total: number;
  /** Row number of the requested item. */
  readonly row: number;
  /** Mails, without copies. */
  readonly mails: number;
  /** Mails that others name and no source has. */
  readonly missing: number;
  /** `offset` of the next page; null if this is the last one. */
  readonly next: number | null;
  /** False: the thread has more than 2000 mails, and the others are not here. */
  readonly isComplete: boolean;
  readonly incomplete?: Incomplete | undefined;
};

/** Null: others name it, and no source has it. */
export type ThreadMail = {
  readonly source: string;
  readonly id: number;
  readonly subject: string | null;
  readonly date: string | null;
  readonly from: {
    readonly total: number;
    /** As the case writes them; the first 100. */
    readonly values: readonly (string)[];
  };
  readonly to: {
    readonly total: number;
    /** As the case writes them; the first 100. */
    readonly values: readonly (string)[];
  };
  readonly cc: {
    readonly total: number;
    /** As the case writes them; the first 100. */
    readonly values: readonly (string)[];
  };
  readonly bcc: {
    readonly total: number;
    /** As the case writes them; the first 100. */
    readonly values: readonly (string)[];
  };
  /** Assigned to the thread, and to this place, by subject and people only. */
  readonly isGuess: boolean;
  /** Whether no mail below it contains its text, or something is attached to it. Null: a limit was met before that was known; read it. */
  readonly isInclusive: boolean | null;
  /** Other items with the same Message-ID, subject and sender; the first 100 are listed. */
  readonly copies: {
    readonly total: number;
    readonly docs: readonly (DocumentReference)[];
  };
} | null;

export type TreeLevel = {
  /** Null of the top. */
  readonly id: number | null;
  readonly name: string | null;
  readonly children: readonly ({
    readonly id: number;
    readonly name: string;
    /** A tree node, a directory, or what has children. */
    readonly isFolder: boolean;
    /** Searchable items anywhere below it; with a query, its hits. */
    readonly items: number;
    /** With a query: whether it is a hit itself. */
    readonly isHit?: boolean | undefined;
  })[];
  /** Number of all children; with `only=hits`, of those. */
  readonly total: number;
  /** `offset` of the next page; null on the last page. */
  readonly next: number | null;
};

export type UndoRequest = {
  /** The record whose change is taken back. */
  readonly seq: number;
};

export type Undone = {
  /** Of which kind the set is, as members of the log name them. */
  readonly kind?: "bookmark" | "selection" | "coding" | "search" | "reviewed" | "review" | "note" | "decided" | undefined;
  /** Name of the set after the change; null for the selection. */
  readonly name: string | null;
  /** Associations added or removed. */
  readonly changed: number;
  /** Members now. */
  readonly size: number;
  /** The record of the undoing itself. */
  readonly seq?: number | undefined;
};

/** By operation id. A body or an answer that is no JSON is bytes or text. */
export interface Operations {
  /** Makes the decisions of a second look those of its review. */
  acceptSecondLook: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      review: string;
    };
    body: undefined;
    answer: AcceptedLook;
  };
  /** Adds a note to an item. */
  addNote: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
    };
    body: NoteChange;
    answer: Note;
  };
  /** Adds a source at run time. */
  addSources: {
    parameters: Record<never, never>;
    body: Source;
    answer: Source;
  };
  /** Adds items to a bookmark. */
  addToBookmark: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      bookmark: string;
    };
    body: Change;
    answer: BookmarkChange;
  };
  /** Marks items as reviewed by you. */
  addToReviewed: {
    parameters: Record<never, never>;
    body: Change;
    answer: ReviewedChange;
  };
  /** Selects items. */
  addToSelection: {
    parameters: Record<never, never>;
    body: Change;
    answer: SelectionChange;
  };
  /** Changes a note. */
  changeNote: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
      n: number;
    };
    body: NoteChange;
    answer: Note;
  };
  /** Clears your history of searches. */
  clearHistory: {
    parameters: Record<never, never>;
    body: undefined;
    answer: {
      readonly cleared: number;
    };
  };
  /** Puts items into a choice of a panel. */
  codeItems: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      coding: string;
    };
    body: Code;
    answer: Coded;
  };
  /** Compares what two people chose in a panel, now or as of a time. */
  comparePeople: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      coding: string;
      /** A time in ISO 8601: the members as they were then. */
      at?: string | undefined;
      /** Name of a viewer; one without decisions has none. */
      first: string;
      /** Name of a viewer; one without decisions has none. */
      second: string;
    };
    body: undefined;
    answer: Comparison;
  };
  /** Counts a set by fields. */
  countFacets: {
    parameters: {
      /** The query. Missing or empty: all items. */
      q?: string | undefined;
      /** The operator that joins words with nothing between them. OR by default. */
      defaultOperator?: "AND" | "OR" | undefined;
      /** As of `/search`. */
      syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
      /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
      timeZone?: string | undefined;
      /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
      literal?: boolean | undefined;
      /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
      fields?: string | undefined;
      /** Search only this source; may be repeated. Without it, all sources. */
      sourceID?: readonly (string)[] | undefined;
      /** A further query, which each item must match too; may be repeated. */
      filter?: readonly (string)[] | undefined;
      /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
      expand?: string | undefined;
      /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
      collapse?: string | undefined;
      /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
      bbox?: string | undefined;
      /** A field, or `field:interval`; may be repeated. */
      facet: readonly (string)[];
      /** Values shown of each facet; 0 shows none, and still counts them. */
      facetLimit?: number | undefined;
    };
    body: undefined;
    answer: Facets;
  };
  /** Counts a set by fields, ranges and intervals of time. */
  countFacetsByBody: {
    parameters: Record<never, never>;
    body: FacetsRequest;
    answer: Facets;
  };
  /** Creates a bookmark. */
  createBookmark: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      bookmark: string;
    };
    body: undefined;
    answer: BookmarkChange;
  };
  /** Freezes a set in an order and divides it into batches. */
  createReview: {
    parameters: Record<never, never>;
    body: NewReview;
    answer: CreatedReview;
  };
  /** Defines a coding panel. */
  defineCoding: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      coding: string;
    };
    body: CodingChange;
    answer: Coding;
  };
  /** Deletes a bookmark and all its associations. */
  deleteBookmark: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      bookmark: string;
    };
    body: undefined;
    answer: BookmarkChange;
  };
  /** Deletes a coding panel; its bookmarks stay. */
  deleteCoding: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      coding: string;
    };
    body: undefined;
    answer: {
      readonly name: string;
    };
  };
  /** Deletes a note. */
  deleteNote: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
      n: number;
    };
    body: undefined;
    answer: {
      readonly n: number;
    };
  };
  /** Deletes a review; bookmarks stay. */
  deleteReview: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      review: string;
    };
    body: undefined;
    answer: {
      readonly name: string;
      /** Records of the change, oldest first, for an undo. */
      readonly seqs: readonly (number)[];
    };
  };
  /** Deletes a saved search. */
  deleteSearch: {
    parameters: {
      /** Name of a saved search, as of a bookmark. */
      search: string;
    };
    body: undefined;
    answer: {
      readonly name: string;
    };
  };
  /** Ends the session of the cookie. */
  deleteSession: {
    parameters: Record<never, never>;
    body: undefined;
    answer: {
      readonly ended: true;
      /** The sign-out address of the provider; null if it has none. */
      readonly signOutAt: string | null;
    };
  };
  /** Changes comment and colour of a bookmark. */
  describeBookmark: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      bookmark: string;
    };
    body: BookmarkDescription;
    answer: BookmarkDetails;
  };
  /** Explains a query: canonical form, tree, expanded terms, plan, hints. */
  explainQuery: {
    parameters: {
      /** The query. Empty means all items. */
      q: string;
      /** Search only this source; without it, all sources. */
      sourceID?: string | undefined;
      /** The operator that joins words with nothing between them. OR by default. */
      defaultOperator?: "AND" | "OR" | undefined;
      /** `iped`: the query is in the syntax of IPED 4.1, and means what its web API makes of it. `dtsearch`: it is a request of dtSearch; `relativity`: it is a request of Relativity, which runs dtSearch; both with `-noise`: without the noise words of their default list; `nuix`: it is a query of Nuix; what cannot be meant exactly is an error that says so. Without it, in the query language of this program. */
      syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
      /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
      timeZone?: string | undefined;
      /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
      literal?: boolean | undefined;
      /** Fields to search for words without a field, separated by commas; `content` by default, with `syntax=iped` `name,content`. */
      fields?: string | undefined;
    };
    body: undefined;
    answer: Explanation;
  };
  /** Exports a set as lines of JSON, a table, a ZIP or a load file. */
  exportItems: {
    parameters: {
      /** The query. Missing or empty: all items. */
      q?: string | undefined;
      /** The operator that joins words with nothing between them. OR by default. */
      defaultOperator?: "AND" | "OR" | undefined;
      /** As of `/search`. */
      syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
      /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
      timeZone?: string | undefined;
      /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
      literal?: boolean | undefined;
      /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
      fields?: string | undefined;
      /** Search only this source; may be repeated. Without it, all sources. */
      sourceID?: readonly (string)[] | undefined;
      /** A further query, which each item must match too; may be repeated. */
      filter?: readonly (string)[] | undefined;
      /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
      expand?: string | undefined;
      /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
      collapse?: string | undefined;
      /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
      bbox?: string | undefined;
      /** `ndjson`: a line for each item, and a last line that confirms completeness. `csv`: a table. `xlsx`: a workbook of Excel, dates and numbers as such. `zip`: lines and a table, with the files of the items. `dat`: a Concordance load file with `TEXT/` and `NATIVE/`, in a ZIP. */
      format: "ndjson" | "csv" | "xlsx" | "zip" | "dat";
      /** Names of properties, in the order of the columns; all by default. With all, or with `notes`, `reviewed` or `hashsets`, the notes on the items, who reviewed them and the hash sets that have them are there, too. */
      properties?: string | undefined;
      /** Of `zip`: which table, `csv` (the default) or `xlsx`, which links to the contents. */
      table?: "csv" | "xlsx" | undefined;
      /** Of a table: `filled` leaves out columns without a value in the set, `all` does not. `filled` unless `properties` names them. */
      columns?: "filled" | "all" | undefined;
      /** For `csv` and `zip`: the cell separator, `,` (the default), `;`, or `tab`. */
      delimiter?: "," | ";" | "\t" | "tab" | undefined;
      /** Of `csv` and `zip`: `excel` writes texts that a spreadsheet would replace (`007`, `1/2`, 20 digits) as `="007"`, and cuts cells to 32,767 characters; `X-Cut-Cells` is their number. */
      text?: "excel" | undefined;
      /** As of `/hits`; `id` by default. */
      sort?: string | undefined;
      /** For `zip` and `dat`: which files of the items; all that the items have by default, `none` for none. */
      files?: string | undefined;
      /** Name of the file that a browser saves, without its ending. */
      name?: string | undefined;
      /** Whether to export without an unavailable source; `X-Incomplete` then names it. */
      allowIncomplete?: boolean | undefined;
      /** Whether the export carries a certificate of the set: `certificate.json` of an archive, a member of the last line of `ndjson`; not of `csv` and `xlsx`. */
      certificate?: boolean | undefined;
    };
    body: undefined;
    answer: undefined;
  };
  /** Exports a set; names with commas and colons are safe here. */
  exportItemsByBody: {
    parameters: Record<never, never>;
    body: ExportRequest;
    answer: undefined;
  };
  /** Returns a page of a set, in any order. */
  findHits: {
    parameters: {
      /** The query. Missing or empty: all items. */
      q?: string | undefined;
      /** The operator that joins words with nothing between them. OR by default. */
      defaultOperator?: "AND" | "OR" | undefined;
      /** As of `/search`. */
      syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
      /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
      timeZone?: string | undefined;
      /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
      literal?: boolean | undefined;
      /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
      fields?: string | undefined;
      /** Search only this source; may be repeated. Without it, all sources. */
      sourceID?: readonly (string)[] | undefined;
      /** A further query, which each item must match too; may be repeated. */
      filter?: readonly (string)[] | undefined;
      /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
      expand?: string | undefined;
      /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
      collapse?: string | undefined;
      /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
      bbox?: string | undefined;
      /** Hits of a page, up to 10000; 50 by default. */
      limit?: number | undefined;
      /** Hits to leave out at the beginning. Not with `after`. */
      offset?: number | undefined;
      /** The `next` of the page before, with the same parameters. */
      after?: string | undefined;
      /** `field:asc`, `field:desc`, `field:natural` and `field:natural-desc` (`file2` before `file10`), several of them; or `relevance`; or `id`, the default. Ties by source, then id. */
      sort?: string | undefined;
      /** Names of properties to show; `*`: all; `none`. With `*` or `notes`, the notes of the items are shown, too. */
      properties?: string | undefined;
      /** Pieces of the text around matches, up to 10, most telling first; then as many of shown properties. */
      snippets?: number | undefined;
    };
    body: undefined;
    answer: Hits;
  };
  /** Returns a page of a set; names with commas and colons are safe here. */
  findHitsByBody: {
    parameters: Record<never, never>;
    body: HitsRequest;
    answer: Hits;
  };
  /** Follows the changes of bookmarks, notes, codings, reviews, searches, selection and sources. */
  followChanges: {
    parameters: {
      /** The id of the last event received, or 0 for all stored changes. `Last-Event-ID` comes before it. Default: changes from now on. */
      after?: string | undefined;
      /** `false` ends the answer when nothing is left to send. */
      follow?: "true" | "false" | undefined;
      /** A random name of the page in `PUT /presence`; the stream then has `presence` events for its item. */
      page?: string | undefined;
    };
    body: undefined;
    answer: undefined;
  };
  /** Returns how far a second look agrees with the first. */
  getAgreement: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      review: string;
    };
    body: undefined;
    answer: Agreement;
  };
  /** Shows the page on which people search, read and bookmark. */
  getApp: {
    parameters: {
      q?: string | undefined;
      filter?: readonly (string)[] | undefined;
      /** Names of sources, separated by commas. */
      sources?: readonly (string)[] | undefined;
      sort?: readonly (string)[] | undefined;
      bbox?: string | undefined;
      view?: string | undefined;
      /** `SOURCE:ID` */
      item?: string | undefined;
      tab?: string | undefined;
      /** The review that one goes through. */
      review?: string | undefined;
      /** Why a sign-in failed. */
      signin?: string | undefined;
    };
    body: undefined;
    answer: undefined;
  };
  /** Returns a file of the page; for a name that none has, the page itself. */
  getAppFile: {
    parameters: {
      /** The name of a file. */
      file: string;
      q?: string | undefined;
      filter?: readonly (string)[] | undefined;
      /** Names of sources, separated by commas. */
      sources?: readonly (string)[] | undefined;
      sort?: readonly (string)[] | undefined;
      bbox?: string | undefined;
      view?: string | undefined;
      /** `SOURCE:ID` */
      item?: string | undefined;
      tab?: string | undefined;
      /** The review that one goes through. */
      review?: string | undefined;
      /** Why a sign-in failed. */
      signin?: string | undefined;
    };
    body: undefined;
    answer: undefined;
  };
  /** Lists the items of your batch in their order, with what was decided. */
  getBatch: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      review: string;
    };
    body: undefined;
    answer: Batch;
  };
  /** Lists the items of a bookmark, now or as of a time. */
  getBookmark: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      bookmark: string;
      /** A time in ISO 8601: the members as they were then. */
      at?: string | undefined;
    };
    body: undefined;
    answer: Members;
  };
  /** Returns a coding panel, now or as of a time. */
  getCoding: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      coding: string;
      /** A time in ISO 8601: the members as they were then. */
      at?: string | undefined;
    };
    body: undefined;
    answer: Coding;
  };
  /** Returns the bytes of an item. */
  getContent: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
    };
    body: undefined;
    answer: undefined;
  };
  /** Returns the conversation of a message of a chat, in order of time. */
  getConversation: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
      /** Id of a message of the conversation: the page has it in its middle. By default the item itself. */
      around?: number | undefined;
      /** A date: the page begins with the first message at its beginning or later. */
      at?: string | undefined;
      /** Messages to leave out at the beginning. */
      offset?: number | undefined;
      /** Maximum number of messages. */
      limit?: number | undefined;
      /** A query: `matches` has the messages that it finds. */
      q?: string | undefined;
      /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
      timeZone?: string | undefined;
    };
    body: undefined;
    answer: Conversation;
  };
  /** Returns rows of a table of an SQLite database. */
  getDatabaseRows: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
      /** The name of a table; by default the first one. */
      table?: string | undefined;
      /** Rows to leave out at the beginning. */
      offset?: number | undefined;
      limit?: number | undefined;
    };
    body: undefined;
    answer: DatabaseRows;
  };
  /** Returns a page or file of the documentation. */
  getDocumentationFile: {
    parameters: {
      /** The name of a page or file. */
      file: string;
    };
    body: undefined;
    answer: undefined;
  };
  /** Returns where an item stands: its ancestors, children, siblings and duplicates. */
  getFamily: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
    };
    body: undefined;
    answer: Family;
  };
  /** Tells whether the server is up. */
  getHealth: {
    parameters: Record<never, never>;
    body: undefined;
    answer: Health;
  };
  /** Returns the record of an item. */
  getItem: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
    };
    body: undefined;
    answer: Document;
  };
  /** Returns metrics for Prometheus; to a viewer of some sources only, their states. */
  getMetrics: {
    parameters: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  /** Returns your next undecided item; deals a batch if you have none. */
  getNextItem: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      review: string;
      /** An item of your batch, as `SOURCE/ID`: those behind it come first. */
      after?: string | undefined;
    };
    body: undefined;
    answer: NextItem;
  };
  /** Returns a note with all its versions. */
  getNote: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
      n: number;
    };
    body: undefined;
    answer: NoteVersions;
  };
  /** Returns the OpenAPI 3.1 description of the interface. */
  getOpenApi: {
    parameters: Record<never, never>;
    body: undefined;
    answer: {
      readonly openapi: string;
      readonly [name: string]: unknown;
    };
  };
  /** Returns what a camera or a program wrote into a picture. */
  getPictureData: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
    };
    body: undefined;
    answer: PictureData;
  };
  /** Returns how a source was read. */
  getReading: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
    };
    body: undefined;
    answer: Reading;
  };
  /** Returns the records of items by reference. */
  getRecords: {
    parameters: Record<never, never>;
    body: RecordsRequest;
    answer: Records;
  };
  /** Returns a review, now or as of a time: decisions by person, rate, and remaining items. */
  getReview: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      review: string;
      /** A time in ISO 8601: the members as they were then. */
      at?: string | undefined;
    };
    body: undefined;
    answer: Review;
  };
  /** Lists the items that a viewer marked as reviewed, now or as of a time. */
  getReviewed: {
    parameters: {
      /** Name of a viewer. */
      viewer: string;
      /** A time in ISO 8601: the members as they were then. */
      at?: string | undefined;
    };
    body: undefined;
    answer: Members;
  };
  /** Returns a saved search, now or as of a time. */
  getSearch: {
    parameters: {
      /** Name of a saved search, as of a bookmark. */
      search: string;
      /** A time in ISO 8601: the members as they were then. */
      at?: string | undefined;
    };
    body: undefined;
    answer: SavedSearch;
  };
  /** Lists the selected items, now or as of a time. */
  getSelection: {
    parameters: {
      /** A time in ISO 8601: the members as they were then. */
      at?: string | undefined;
    };
    body: undefined;
    answer: Members;
  };
  /** Leads a browser to the provider that signs people in. */
  getSessionOidcBegin: {
    parameters: {
      /** The query of the page to come back to, as `?q=heron`. */
      page?: string | undefined;
    };
    body: undefined;
    answer: undefined;
  };
  /** Begins a session for a user signed in by the provider. */
  getSessionOidcCallback: {
    parameters: {
      state?: string | undefined;
      code?: string | undefined;
      /** Why there is no code. */
      error?: string | undefined;
    };
    body: undefined;
    answer: undefined;
  };
  /** Returns one source. */
  getSource: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
    };
    body: undefined;
    answer: Source;
  };
  /** Returns the state of the server and of each source. */
  getStatus: {
    parameters: Record<never, never>;
    body: undefined;
    answer: Status;
  };
  /** Returns a file of the interactive documentation. */
  getSwaggerUiFile: {
    parameters: {
      /** One of index.html, start.js, swagger-ui.css, swagger-ui-bundle.js, favicon-16x16.png, favicon-32x32.png. */
      file: string;
    };
    body: undefined;
    answer: undefined;
  };
  /** Returns the extracted text of an item. */
  getText: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
      /** Which text; by default the one that is searched, in which matches, snippets and citations count. `index`: the words of the index of the case, if those are searched. `content`: decoded from the content (plain text, HTML, XML, mail, documents). `ocr`: read from a picture. `transcription`: heard in a recording. The header `X-Text-Source` names the text of the answer. */
      from?: "index" | "content" | "ocr" | "transcription" | undefined;
      /** Only from this UTF-16 unit of the searched text on; `X-Text-Units` has the number of all. Not with another text. */
      start?: number | undefined;
      /** Only up to before this UTF-16 unit. Not with another text. */
      end?: number | undefined;
    };
    body: undefined;
    answer: undefined;
  };
  /** Returns the thread of a mail: who answered whom, in all sources. */
  getThread: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
      /** Rows to leave out at the beginning. */
      offset?: number | undefined;
      /** Maximum number of rows. */
      limit?: number | undefined;
    };
    body: undefined;
    answer: Thread;
  };
  /** Returns a thumbnail of an item. */
  getThumbnail: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
      /** Answers 204 instead of 404 if the item has no picture: for long lists. */
      blank?: "true" | undefined;
    };
    body: undefined;
    answer: undefined;
  };
  /** Returns what a browser may show of an item. */
  getView: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
      /** Of a picture, in pixels at most: it is never enlarged. */
      width?: number | undefined;
      /** `page`: a picture, a document, or the body of a mail, as a page that fills a frame. Everything else stays as it is; if there is no view after all, the page says why. */
      as?: "page" | undefined;
      /** With `as=page`: a text that is marked in the page of an HTML file, a document or a mail, such as one that a query matched; may be repeated. */
      mark?: readonly (string)[] | undefined;
      /** With `as=page`: `dark` shows the page of an HTML file or a mail on a dark ground, if it has no colours of its own. */
      scheme?: "light" | "dark" | undefined;
    };
    body: undefined;
    answer: {
      /** Name and value, in their order. */
      readonly headers: readonly (readonly [string, string])[];
      readonly text: string | null;
      /** The content of the body, sanitized. */
      readonly html: string | null;
      readonly attachments: readonly ({
        readonly name: string | null;
        readonly contentType: string;
        readonly size: number;
      })[];
    };
  };
  /** Returns the WADL description of the interface. */
  getWadl: {
    parameters: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  /** Gives your batch back, or that of somebody else. */
  giveBackBatch: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      review: string;
    };
    body: GiveBack | undefined;
    answer: {
      readonly name: string;
      readonly batches: readonly (number)[];
    };
  };
  /** Lists the changes of every bookmark that has or had this name, newest first. */
  listBookmarkChanges: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      bookmark: string;
      /** The `next` of the page before. */
      after?: string | undefined;
      limit?: number | undefined;
    };
    body: undefined;
    answer: ChangeLog;
  };
  /** Lists the names of the bookmarks, with comments and colours where asked for. */
  listBookmarks: {
    parameters: {
      /** Whether to add their descriptions. */
      details?: "true" | "false" | undefined;
    };
    body: undefined;
    answer: Names;
  };
  /** Lists the file categories. */
  listCategories: {
    parameters: {
      /** Identifier of a source. */
      sourceID?: string | undefined;
      /** Also the tree of categories, if a source has one, with the number of items in each category and below it. */
      tree?: boolean | undefined;
    };
    body: undefined;
    answer: Categories;
  };
  /** Lists the changes of bookmarks and selection, newest first. */
  listChanges: {
    parameters: {
      /** The `next` of the page before. */
      after?: string | undefined;
      limit?: number | undefined;
    };
    body: undefined;
    answer: ChangeLog;
  };
  /** Lists the coding panels. */
  listCodings: {
    parameters: Record<never, never>;
    body: undefined;
    answer: Codings;
  };
  /** Lists who chose what in a panel, now or as of a time. */
  listDecisions: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      coding: string;
      /** A time in ISO 8601: the members as they were then. */
      at?: string | undefined;
    };
    body: undefined;
    answer: CodingDecisions;
  };
  /** Returns the dates of a set in order of time. */
  listEvents: {
    parameters: {
      /** The query. Missing or empty: all items. */
      q?: string | undefined;
      /** The operator that joins words with nothing between them. OR by default. */
      defaultOperator?: "AND" | "OR" | undefined;
      /** As of `/search`. */
      syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
      /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
      timeZone?: string | undefined;
      /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
      literal?: boolean | undefined;
      /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
      fields?: string | undefined;
      /** Search only this source; may be repeated. Without it, all sources. */
      sourceID?: readonly (string)[] | undefined;
      /** A further query, which each item must match too; may be repeated. */
      filter?: readonly (string)[] | undefined;
      /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
      expand?: string | undefined;
      /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
      collapse?: string | undefined;
      /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
      bbox?: string | undefined;
      /** `timesketch`: all events as lines of JSON that Timesketch imports, streamed; without `limit`, `offset`, `after`. */
      format?: "timesketch" | undefined;
      /** Of `timesketch`: names of properties that each line has; all by default. */
      properties?: string | undefined;
      /** For `timesketch`: whether to continue without an unavailable source; `X-Incomplete` then names it. */
      allowIncomplete?: boolean | undefined;
      /** A date, such as `2021-03`: only what is at its beginning or later. */
      from?: string | undefined;
      /** A date: only what is up to its end. */
      to?: string | undefined;
      /** `asc`, the default, or `desc`. Equal times by source, id and field in both. */
      order?: "asc" | "desc" | undefined;
      /** Events of a page, up to 10000; 50 by default. */
      limit?: number | undefined;
      /** Events to leave out at the beginning. Not with `after`. */
      offset?: number | undefined;
      /** The `next` of the page before, with the same parameters. */
      after?: string | undefined;
    };
    body: undefined;
    answer: Events;
  };
  /** Returns the dates of a set in order of time; names with commas are safe here. */
  listEventsByBody: {
    parameters: Record<never, never>;
    body: EventsRequest;
    answer: Events;
  };
  /** Lists the fields of the sources. */
  listFields: {
    parameters: {
      /** Only of this source; may be repeated. */
      sourceID?: readonly (string)[] | undefined;
    };
    body: undefined;
    answer: Fields;
  };
  /** Returns every match in the items of a set. */
  listFindings: {
    parameters: {
      /** The query. Missing or empty: all items. */
      q?: string | undefined;
      /** The operator that joins words with nothing between them. OR by default. */
      defaultOperator?: "AND" | "OR" | undefined;
      /** As of `/search`. */
      syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
      /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
      timeZone?: string | undefined;
      /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
      literal?: boolean | undefined;
      /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
      fields?: string | undefined;
      /** Search only this source; may be repeated. Without it, all sources. */
      sourceID?: readonly (string)[] | undefined;
      /** A further query, which each item must match too; may be repeated. */
      filter?: readonly (string)[] | undefined;
      /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
      expand?: string | undefined;
      /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
      collapse?: string | undefined;
      /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
      bbox?: string | undefined;
      /** UTF-16 units of text before and after each match, up to 1000; 40 by default. */
      context?: number | undefined;
      /** `text`: a line for each distinct folded text, most findings first, instead of one for each finding: findings, items, the first and last day of these items (`null` without one), and how many have an implausible date (`implausible`). */
      group?: "text" | undefined;
      /** The order of the items, as of `/hits`; `id` by default. */
      sort?: string | undefined;
    };
    body: undefined;
    answer: undefined;
  };
  /** Returns every match in the items of a set; names with commas and colons are safe here. */
  listFindingsByBody: {
    parameters: Record<never, never>;
    body: FindingsRequest;
    answer: undefined;
  };
  /** Lists the searches that you ran. */
  listHistory: {
    parameters: Record<never, never>;
    body: undefined;
    answer: SearchHistory;
  };
  /** Returns where a query matches in an item. */
  listMatches: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
      /** The query, as of `/search`. */
      q: string;
      /** The operator that joins words with nothing between them. OR by default. */
      defaultOperator?: "AND" | "OR" | undefined;
      /** As of `/search`. */
      syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
      /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
      timeZone?: string | undefined;
      /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
      literal?: boolean | undefined;
      /** Fields to search for words without a field; `content` by default. */
      fields?: string | undefined;
      /** Matches of a page, up to 10000; 1000 by default. */
      limit?: number | undefined;
      /** Matches to leave out at the beginning. */
      offset?: number | undefined;
    };
    body: undefined;
    answer: Matches;
  };
  /** Returns the near duplicates of an item, with how similar each is. */
  listNearDuplicates: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
      /** Items, up to 100. */
      limit?: number | undefined;
    };
    body: undefined;
    answer: NearDuplicates;
  };
  /** Lists the notes on an item, now or as of a time. */
  listNotes: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
      /** A time in ISO 8601: the members as they were then. */
      at?: string | undefined;
    };
    body: undefined;
    answer: Notes;
  };
  /** Lists who wrote and was written to, merged by address. */
  listPeople: {
    parameters: {
      /** Only people whose address or name contains this, without regard to case and accents. */
      contains?: string | undefined;
      /** Identifier of a source. */
      sourceID?: string | undefined;
      /** People to leave out at the beginning. */
      offset?: number | undefined;
      limit?: number | undefined;
    };
    body: undefined;
    answer: People;
  };
  /** Lists the templates of reports. */
  listReportTemplates: {
    parameters: Record<never, never>;
    body: undefined;
    answer: ReportTemplates;
  };
  /** Lists the viewers who marked items as reviewed. */
  listReviewers: {
    parameters: Record<never, never>;
    body: undefined;
    answer: Reviewers;
  };
  /** Lists the reviews, with how far they are or were. */
  listReviews: {
    parameters: {
      /** A time in ISO 8601: the members as they were then. */
      at?: string | undefined;
    };
    body: undefined;
    answer: Reviews;
  };
  /** Lists your saved searches, and those that others share. */
  listSearches: {
    parameters: Record<never, never>;
    body: undefined;
    answer: SavedSearches;
  };
  /** Returns items with a similar text. */
  listSimilarItems: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID. */
      id: number;
      /** Items, up to 100. */
      limit?: number | undefined;
    };
    body: undefined;
    answer: Similar;
  };
  /** Lists the sources. */
  listSources: {
    parameters: Record<never, never>;
    body: undefined;
    answer: Sources;
  };
  /** Returns the children of an item, or the top of the tree. */
  listTree: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
      /** Item ID, or `root` for the top. */
      id: string;
      /** The query. Missing or empty: all items. */
      q?: string | undefined;
      /** The operator that joins words with nothing between them. OR by default. */
      defaultOperator?: "AND" | "OR" | undefined;
      /** As of `/search`. */
      syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
      /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
      timeZone?: string | undefined;
      /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
      literal?: boolean | undefined;
      /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
      fields?: string | undefined;
      /** A further query, which each item must match too; may be repeated. */
      filter?: readonly (string)[] | undefined;
      /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
      expand?: string | undefined;
      /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
      collapse?: string | undefined;
      /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
      bbox?: string | undefined;
      /** Children to leave out at the beginning. */
      offset?: number | undefined;
      /** Maximum number of children. */
      limit?: number | undefined;
      /** Only children that are hits of the set, or have hits below them; `total` counts these. */
      only?: "hits" | undefined;
    };
    body: undefined;
    answer: TreeLevel;
  };
  /** Makes a report of a set, as pages in a ZIP. */
  makeReport: {
    parameters: Record<never, never>;
    body: ReportRequest;
    answer: undefined;
  };
  /** Shows the documentation: recipes, queries, deployment, formats. */
  openDocumentation: {
    parameters: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  /** Redirects a browser to the page, and everyone else to the interactive documentation. */
  openStart: {
    parameters: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  /** Shows the interactive documentation. */
  openSwaggerUi: {
    parameters: Record<never, never>;
    body: undefined;
    answer: undefined;
  };
  /** Certifies a set: the query, the cases, the number of items and a digest of them. */
  postCertificates: {
    parameters: Record<never, never>;
    body: CertificateRequest;
    answer: Certificate;
  };
  /** Begins a session: sets a cookie that counts as the token. */
  postSession: {
    parameters: Record<never, never>;
    body: SessionRequest;
    answer: Session;
  };
  /** Opens the case of a source again if it has changed. */
  postSourcesSourceIDRefresh: {
    parameters: {
      /** Identifier of a source. */
      sourceID: string;
    };
    body: undefined;
    answer: {
      readonly id: string;
      readonly changed: boolean;
      /** The items that the index has now. */
      readonly items: number;
    };
  };
  /** Puts a search into your history. */
  recordSearch: {
    parameters: Record<never, never>;
    body: RanSearch;
    answer: KeptSearch;
  };
  /** Removes items from a bookmark. */
  removeFromBookmark: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      bookmark: string;
    };
    body: Change;
    answer: BookmarkChange;
  };
  /** Removes your marks from items. */
  removeFromReviewed: {
    parameters: Record<never, never>;
    body: Change;
    answer: ReviewedChange;
  };
  /** Unselects items. */
  removeFromSelection: {
    parameters: Record<never, never>;
    body: Change;
    answer: SelectionChange;
  };
  /** Renames a bookmark. */
  renameBookmark: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      old: string;
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      new: string;
    };
    body: undefined;
    answer: BookmarkChange;
  };
  /** Reports how many items each query of a list finds. */
  reportKeywords: {
    parameters: {
      /** The operator that joins words with nothing between them. OR by default. */
      defaultOperator?: "AND" | "OR" | undefined;
      /** As of `/search`. */
      syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
      /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
      timeZone?: string | undefined;
      /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
      literal?: boolean | undefined;
      /** Fields to search for words without a field; `content` by default, with `syntax=iped` `name,content`. */
      fields?: string | undefined;
      /** Search only this source; may be repeated. Without it, all sources. */
      sourceID?: readonly (string)[] | undefined;
      /** A further query, which each item must match too; may be repeated. */
      filter?: readonly (string)[] | undefined;
      /** Items added to the set, each derived from the items found by the query: `children`, `parents` (all the way up), `family` (the topmost ancestor that is no container, and all below it), `duplicates` (equal `hash`, in all chosen sources), `thread` (mails of the same thread, in all chosen sources), `neardup` (texts of the same group of near duplicates). */
      expand?: string | undefined;
      /** A field, mostly `hash`, `thread` or `neardup`: one item for each of its values, the first by source and id; items without it all stay. */
      collapse?: string | undefined;
      /** `west,south,east,north` in degrees: only items with a place in it, after `expand` and `collapse`. Crosses the date line if west is greater than east. */
      bbox?: string | undefined;
      /** A query: only items that it finds count. Families are not limited by it. */
      within?: string | undefined;
      /** Instead of `Accept: text/csv`. */
      format?: "ndjson" | "csv" | undefined;
      /** Whether the last line carries a certificate of the report: of its list, its lines and the items that any of them finds. Not of CSV. */
      certificate?: boolean | undefined;
    };
    body: KeywordsRequest;
    answer: undefined;
  };
  /** Draws a second look: some of the decided items, to be decided again. */
  sampleReview: {
    parameters: {
      /** Name of a bookmark: 1 to 255 bytes of UTF-8 without control characters. A slash is written `%2F`. */
      review: string;
    };
    body: Sample;
    answer: CreatedReview;
  };
  /** Saves a search, or replaces one. */
  saveSearch: {
    parameters: {
      /** Name of a saved search, as of a bookmark. */
      search: string;
    };
    body: SavedSearchChange;
    answer: SavedSearch;
  };
  /** Searches all sources or one. */
  searchItems: {
    parameters: {
      /** The query. Empty means all items. */
      q: string;
      /** Search only this source; without it, all sources. */
      sourceID?: string | undefined;
      /** The operator that joins words with nothing between them. OR by default. */
      defaultOperator?: "AND" | "OR" | undefined;
      /** `iped`: the query is in the syntax of IPED 4.1, and means what its web API makes of it. `dtsearch`: it is a request of dtSearch; `relativity`: it is a request of Relativity, which runs dtSearch; both with `-noise`: without the noise words of their default list; `nuix`: it is a query of Nuix; what cannot be meant exactly is an error that says so. Without it, in the query language of this program. */
      syntax?: "iped" | "dtsearch" | "dtsearch-noise" | "relativity" | "relativity-noise" | "nuix" | undefined;
      /** The time zone of dates without an offset in the query, a name of the IANA database; UTC by default. A date of an item without a time of day is that day in every zone. Not with `syntax`. */
      timeZone?: string | undefined;
      /** `true`: the query is text from beginning to end, in which nothing is an operator. It is searched as a phrase in `fields`; `syntax` and `defaultOperator` change nothing. */
      literal?: boolean | undefined;
      /** Fields to search for words without a field, separated by commas; `content` by default, with `syntax=iped` `name,content`. */
      fields?: string | undefined;
      /** `id`: by source, ids ascending. `relevance`: best first over all sources; needs a limit. */
      sort?: "id" | "relevance" | undefined;
      /** Maximum number of items; without it, all of them. */
      limit?: number | undefined;
    };
    body: undefined;
    answer: Documents;
  };
  /** Searches all sources or one, for queries too long for a URL. */
  searchItemsByBody: {
    parameters: Record<never, never>;
    body: SearchRequest;
    answer: Documents;
  };
  /** Takes a message of an agent: lists tools or calls one. */
  sendMcpMessage: {
    parameters: Record<never, never>;
    body: McpMessage;
    answer: McpMessage;
  };
  /** Says at which item a page looks, to others who look at the same. */
  setPresence: {
    parameters: Record<never, never>;
    body: Presence;
    answer: {
      readonly page: string;
    };
  };
  /** Suggests field names, values of a field, or bookmarks. */
  suggestValues: {
    parameters: {
      /** Identifier of a source. */
      sourceID?: string | undefined;
      /** Values of this field; `bookmark` for names of bookmarks; without it, names of fields. */
      field?: string | undefined;
      /** The typed beginning of a word; typing errors are tolerated. */
      prefix?: string | undefined;
      limit?: number | undefined;
    };
    body: undefined;
    answer: Suggestions;
  };
  /** Undoes one change of bookmarks or selection. */
  undoChange: {
    parameters: Record<never, never>;
    body: UndoRequest | undefined;
    answer: Undone;
  };
}

/** Method, path, and which parameters stand in the path. */
export const OPERATIONS: { readonly [N in keyof Operations]: readonly [string, string, readonly string[]] } = {
  acceptSecondLook: ['POST', '/reviews/{review}/accept', ['review']],
  addNote: ['POST', '/sources/{sourceID}/docs/{id}/notes', ['sourceID', 'id']],
  addSources: ['POST', '/sources', []],
  addToBookmark: ['PUT', '/bookmarks/{bookmark}/add', ['bookmark']],
  addToReviewed: ['PUT', '/reviewed/add', []],
  addToSelection: ['PUT', '/selection/add', []],
  changeNote: ['PUT', '/sources/{sourceID}/docs/{id}/notes/{n}', ['sourceID', 'id', 'n']],
  clearHistory: ['DELETE', '/searches/history', []],
  codeItems: ['PUT', '/codings/{coding}/code', ['coding']],
  comparePeople: ['GET', '/codings/{coding}/comparison', ['coding']],
  countFacets: ['GET', '/facets', []],
  countFacetsByBody: ['POST', '/facets', []],
  createBookmark: ['POST', '/bookmarks/{bookmark}', ['bookmark']],
  createReview: ['POST', '/reviews', []],
  defineCoding: ['PUT', '/codings/{coding}', ['coding']],
  deleteBookmark: ['DELETE', '/bookmarks/{bookmark}', ['bookmark']],
  deleteCoding: ['DELETE', '/codings/{coding}', ['coding']],
  deleteNote: ['DELETE', '/sources/{sourceID}/docs/{id}/notes/{n}', ['sourceID', 'id', 'n']],
  deleteReview: ['DELETE', '/reviews/{review}', ['review']],
  deleteSearch: ['DELETE', '/searches/{search}', ['search']],
  deleteSession: ['DELETE', '/session', []],
  describeBookmark: ['PUT', '/bookmarks/{bookmark}', ['bookmark']],
  explainQuery: ['GET', '/explain', []],
  exportItems: ['GET', '/export', []],
  exportItemsByBody: ['POST', '/export', []],
  findHits: ['GET', '/hits', []],
  findHitsByBody: ['POST', '/hits', []],
  followChanges: ['GET', '/changes', []],
  getAgreement: ['GET', '/reviews/{review}/agreement', ['review']],
  getApp: ['GET', '/app/', []],
  getAppFile: ['GET', '/app/{file}', ['file']],
  getBatch: ['GET', '/reviews/{review}/batch', ['review']],
  getBookmark: ['GET', '/bookmarks/{bookmark}', ['bookmark']],
  getCoding: ['GET', '/codings/{coding}', ['coding']],
  getContent: ['GET', '/sources/{sourceID}/docs/{id}/content', ['sourceID', 'id']],
  getConversation: ['GET', '/sources/{sourceID}/docs/{id}/conversation', ['sourceID', 'id']],
  getDatabaseRows: ['GET', '/sources/{sourceID}/docs/{id}/rows', ['sourceID', 'id']],
  getDocumentationFile: ['GET', '/docs/{file}', ['file']],
  getFamily: ['GET', '/sources/{sourceID}/docs/{id}/family', ['sourceID', 'id']],
  getHealth: ['GET', '/health', []],
  getItem: ['GET', '/sources/{sourceID}/docs/{id}', ['sourceID', 'id']],
  getMetrics: ['GET', '/metrics', []],
  getNextItem: ['GET', '/reviews/{review}/next', ['review']],
  getNote: ['GET', '/sources/{sourceID}/docs/{id}/notes/{n}', ['sourceID', 'id', 'n']],
  getOpenApi: ['GET', '/openapi.json', []],
  getPictureData: ['GET', '/sources/{sourceID}/docs/{id}/picture-data', ['sourceID', 'id']],
  getReading: ['GET', '/sources/{sourceID}/reading', ['sourceID']],
  getRecords: ['POST', '/records', []],
  getReview: ['GET', '/reviews/{review}', ['review']],
  getReviewed: ['GET', '/reviewed/{viewer}', ['viewer']],
  getSearch: ['GET', '/searches/{search}', ['search']],
  getSelection: ['GET', '/selection', []],
  getSessionOidcBegin: ['GET', '/session/oidc/begin', []],
  getSessionOidcCallback: ['GET', '/session/oidc/callback', []],
  getSource: ['GET', '/sources/{sourceID}', ['sourceID']],
  getStatus: ['GET', '/status', []],
  getSwaggerUiFile: ['GET', '/swagger-ui/{file}', ['file']],
  getText: ['GET', '/sources/{sourceID}/docs/{id}/text', ['sourceID', 'id']],
  getThread: ['GET', '/sources/{sourceID}/docs/{id}/thread', ['sourceID', 'id']],
  getThumbnail: ['GET', '/sources/{sourceID}/docs/{id}/thumb', ['sourceID', 'id']],
  getView: ['GET', '/sources/{sourceID}/docs/{id}/view', ['sourceID', 'id']],
  getWadl: ['GET', '/application.wadl', []],
  giveBackBatch: ['POST', '/reviews/{review}/give-back', ['review']],
  listBookmarkChanges: ['GET', '/bookmarks/{bookmark}/log', ['bookmark']],
  listBookmarks: ['GET', '/bookmarks', []],
  listCategories: ['GET', '/categories', []],
  listChanges: ['GET', '/log', []],
  listCodings: ['GET', '/codings', []],
  listDecisions: ['GET', '/codings/{coding}/decisions', ['coding']],
  listEvents: ['GET', '/events', []],
  listEventsByBody: ['POST', '/events', []],
  listFields: ['GET', '/fields', []],
  listFindings: ['GET', '/findings', []],
  listFindingsByBody: ['POST', '/findings', []],
  listHistory: ['GET', '/searches/history', []],
  listMatches: ['GET', '/sources/{sourceID}/docs/{id}/matches', ['sourceID', 'id']],
  listNearDuplicates: ['GET', '/sources/{sourceID}/docs/{id}/neardup', ['sourceID', 'id']],
  listNotes: ['GET', '/sources/{sourceID}/docs/{id}/notes', ['sourceID', 'id']],
  listPeople: ['GET', '/people', []],
  listReportTemplates: ['GET', '/report/templates', []],
  listReviewers: ['GET', '/reviewed', []],
  listReviews: ['GET', '/reviews', []],
  listSearches: ['GET', '/searches', []],
  listSimilarItems: ['GET', '/sources/{sourceID}/docs/{id}/similar', ['sourceID', 'id']],
  listSources: ['GET', '/sources', []],
  listTree: ['GET', '/sources/{sourceID}/tree/{id}', ['sourceID', 'id']],
  makeReport: ['POST', '/report', []],
  openDocumentation: ['GET', '/docs/', []],
  openStart: ['GET', '/', []],
  openSwaggerUi: ['GET', '/swagger-ui/', []],
  postCertificates: ['POST', '/certificates', []],
  postSession: ['POST', '/session', []],
  postSourcesSourceIDRefresh: ['POST', '/sources/{sourceID}/refresh', ['sourceID']],
  recordSearch: ['POST', '/searches/history', []],
  removeFromBookmark: ['PUT', '/bookmarks/{bookmark}/remove', ['bookmark']],
  removeFromReviewed: ['PUT', '/reviewed/remove', []],
  removeFromSelection: ['PUT', '/selection/remove', []],
  renameBookmark: ['PUT', '/bookmarks/{old}/rename/{new}', ['old', 'new']],
  reportKeywords: ['POST', '/keywords', []],
  sampleReview: ['POST', '/reviews/{review}/sample', ['review']],
  saveSearch: ['PUT', '/searches/{search}', ['search']],
  searchItems: ['GET', '/search', []],
  searchItemsByBody: ['POST', '/search', []],
  sendMcpMessage: ['POST', '/mcp', []],
  setPresence: ['PUT', '/presence', []],
  suggestValues: ['GET', '/suggest', []],
  undoChange: ['POST', '/bookmarks/undo', []],
};
