/** The dependencies of the routes. All are passed in, so that tests can build the app on anything. */
import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import type { Query } from '../../grammar/ast.ts';
import type { ParseOptions } from '../../grammar/parse.ts';
import type { Access } from '../access/access.ts';
import type { AllowedHosts } from '../access/allowed-hosts.ts';
import type { Audit } from '../audit/audit-log.ts';
import type { SearchHistory } from '../audit/search-history.ts';
import type { BookmarkStore } from '../bookmarks/bookmark-store.ts';
import type { Bookmarks } from '../bookmarks/visible/visible-bookmarks.ts';
import type { ByteInput } from '../cases/case-reader.ts';
import type { CaseDesk } from '../certificates/case-facts.ts';
import type { HashSet } from '../hashsets/build-hash-set.ts';
import type { SourceHashSets } from '../hashsets/source-hash-sets.ts';
import type { Template } from '../html-report/template/template.ts';
import type { Coordinator } from '../search/combined/coordinator.ts';
import type { MessageOrder } from '../search/conversations/message-order.ts';
import type { ItemMatching } from '../search/item-matching.ts';
import type { ItemReader } from '../search/item-reader.ts';
import type { NamedItems } from '../search/named-sets.ts';
import type { QueryTexts } from '../search/query-texts.ts';
import type { KeptValues } from '../search/sets/kept-values.ts';
import type { ValueQuestions } from '../search/value-questions.ts';
import type { MemoryLimits } from '../shared/query-memory.ts';
import type { ReadySource } from '../sources/source.ts';
import type { SourceList } from '../sources/source-list.ts';
import type { Suggester } from '../suggest/suggester.ts';
import type { Drawing } from '../thumbnails/drawing.ts';
import type { ThumbnailCache } from '../thumbnails/thumbnail-cache.ts';
import type { Admission } from './admission/lane.ts';
import type { SearchLanes } from './admission/search-lanes.ts';
import type { Connect } from './agents/inside.ts';
import type { OpenStreams } from './changes/open-streams.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Metrics } from './metrics.ts';
import type { HeldRecords } from './output/held-records.ts';

export interface AppOptions {
  readonly sources: SourceList;
  /** Who may ask for what; everyone for everything by default. */
  readonly access?: Access;
  /** Where requests are written down, if anywhere. */
  readonly audit?: Audit;
  /** The searches of each viewer, if they are kept. */
  readonly history?: SearchHistory;
  /** What certificates are made with; without it there are none. */
  readonly certificates?: CertificateMeans;
  /** The names that requests may be for. */
  readonly hosts: AllowedHosts;
  /** False: nobody may add sources while the server runs. */
  readonly mayAddSources?: boolean;
  readonly bookmarks: BookmarkStore;
  /** False: nobody is shown who looks at what. */
  readonly hasPresence?: boolean;
  readonly thumbnails: Pick<ThumbnailCache, 'get'>;
  /** Templates of reports by name; those of the program by default. */
  readonly reportTemplates?: ReadonlyMap<string, Template>;
  /** A JPEG or WebP. Throws AppError NOT_FOUND if the bytes cannot be drawn. */
  readonly drawPicture: (source: ByteInput, drawing: Drawing) => Promise<Buffer>;
  /** Throws QuerySyntaxError. */
  readonly parseQuery: (text: string, options: ParseOptions) => Query | Promise<Query>;
  readonly printQuery: (query: Query) => string;
  /** Where long texts are read; without it they are parsed like short ones. */
  readonly queryTexts?: QueryTexts;
  /** Where questions about all values of a field are answered; without it, here. */
  readonly values?: ValueQuestions;
  readonly version: Version;
  readonly log: Logger;
  /** Sets of hashes, and the data directory that keeps what they find. */
  readonly hashLists?: { readonly sets: readonly HashSet[]; readonly dataDir: string };
  /** Whether agents may mark items. */
  readonly allowMarks?: boolean;
  /** Takes a connection from within this process. */
  readonly connect: Connect;
  /** Throws LOCK_LOST where this server may not change anything any more. */
  readonly requireLock?: () => void;
  /** The processes that search, where there are any. */
  readonly engines?: () => readonly EngineState[];
  /** What one query may hold, in MiB; QUERY_MEMORY_MEBIBYTES by default. */
  readonly queryMebibytes?: number;
  /** How long a search may take; `searchMsMax` of limits.ts by default. */
  readonly searchMsMax?: number;
  /** What the records of all answers under way may weigh; HELD_WEIGHT_MAX by default. */
  readonly heldWeightMax?: number;
}

export interface CertificateMeans {
  readonly desk: CaseDesk;
  /** Null: they are not signed. */
  readonly key: KeyObject | null;
  /** The version of the analysis. */
  readonly analysis: string;
}

export interface Version {
  /** The version of this program, from package.json. */
  readonly program: string;
  readonly indexFormat: number;
}

/** What `createApp` adds: the state of one server. */
export interface SharedDependencies extends AppOptions {
  readonly access: Access;
  readonly coordinator: Coordinator<ReadySource>;
  readonly items: ItemReader<ReadySource>;
  readonly matching: ItemMatching<ReadySource>;
  readonly suggester: Suggester;
  readonly lanes: SearchLanes;
  /** Of lists that this process merges. */
  readonly queryMemory: MemoryLimits;
  readonly largeBodies: Admission;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  readonly streams: OpenStreams;
  readonly descriptions: InterfaceDocuments;
  readonly kept: KeptAnswers;
  readonly hashSets?: SourceHashSets<ReadySource>;
}

/** The same for one request: `sources` and `bookmarks` are those that its viewer may see. */
export interface Dependencies extends Omit<SharedDependencies, 'bookmarks'> {
  readonly bookmarks: Bookmarks & Pick<NamedItems, 'hashSets'>;
  /** Of the request at work: the name under which its viewer marks items as reviewed. */
  readonly me?: string;
  /** Of the request at work. */
  readonly held?: HeldRecords;
}

/** By the open case: the items of expressions over texts, and conversations in order, for the next request. */
export interface KeptAnswers {
  readonly expressions: KeptValues<ReadySource['caseReader'], Uint32Array>;
  readonly orders: KeptValues<ReadySource['caseReader'], MessageOrder>;
}

/** The documents that describe the interface, as text. */
export interface InterfaceDocuments {
  openApi(): Promise<string>;
  wadl(): Promise<string>;
}

/** A process that searches. */
export interface EngineState {
  readonly pid: number;
  readonly state: 'ready' | 'starting';
  /** Resident, in bytes. */
  readonly memory: number;
}
