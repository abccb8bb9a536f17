/** The page's names for answers of the server. The client's types are generated from the server's own description. */
import type {
  Agreement,
  Batch,
  BookmarkDetails,
  ChangeLog,
  Coding,
  CodingDecisions,
  Comparison,
  Conversation as ConversationAnswer,
  DocumentReference,
  Error as ErrorAnswer,
  Facets,
  Fields,
  ItemRecord,
  Matches,
  Operations,
  People,
  Review,
  SavedSearch,
  Thread,
  TreeLevel,
} from '../../client/case-access-client.ts';

export type {
  BookmarkChange,
  DatabaseRows,
  Events,
  Facet as AskedFacet,
  Family,
  Hit,
  Hits,
  ItemRecord,
  Matches,
  NearDuplicates,
  Note,
  NoteRange,
  NoteVersions,
  Session,
  Similar,
  Snippet,
  SourceStatus,
  Thread,
} from '../../client/case-access-client.ts';

export type Ref = DocumentReference;
export type Person = People['people'][number];
export type Conversation = ConversationAnswer;
export type ConversationMessage = ConversationAnswer['messages'][number];
export type ThreadMail = NonNullable<Thread['rows'][number]['mail']>;
export type Properties = ItemRecord['properties'];
export type Facet = Facets['facets'][number];
export type FacetValue = Facet['values'][number];
export type FieldEntry = Fields['fields'][number];
export type UsualField = Fields['usual'][number];
export type BookmarkEntry = BookmarkDetails;
export type CodingPanel = Coding;
export type CodingDecided = CodingDecisions;
export type PeopleCompared = Comparison;
export type ReviewEntry = Review;
export type SavedSearchEntry = SavedSearch;
export type ReviewBatch = Batch;
export type ReviewAgreement = Agreement;
export type Change = ChangeLog['changes'][number];
export type Match = Matches['matches'][number];
export type Fault = ErrorAnswer;
export type TreeNode = TreeLevel['children'][number];
export type MailView = Operations['getView']['answer'];

/** Lines of a keyword report, which the server's description does not type. */
export type KeywordLine =
  | {
      readonly n: number;
      readonly query: string;
      readonly items: number;
      readonly itemsWithFamily: number;
      readonly unique: number;
      /** Parts of the query that were not searched as its author may expect. */
      readonly hints?: readonly string[];
    }
  | { readonly n: number; readonly query: string; readonly error: string; readonly position?: number }
  | {
      readonly done: true;
      readonly queries: number;
      readonly failed: number;
      /** Number of lines with hints. */
      readonly hinted: number;
      readonly items: number;
    };
