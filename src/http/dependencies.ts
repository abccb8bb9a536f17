/** The dependencies of the routes. All are arguments, so that tests can replace them. */
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
import type { CaseFactsReader } from '../certificates/case-facts.ts';
import type { HashSet } from '../hashsets/build-hash-set.ts';
import type { SourceHashSets } from '../hashsets/source-hash-sets.ts';
import type { Template } from '../html-report/template/template.ts';
import type { Coordinator } from '../search/combined/coordinator.ts';
import type { MessageOrder } from '../search/conversations/message-order.ts';
import type { ItemMatching } from '../search/item-matching.ts';
import type { ItemReader } from '../search/item-reader.ts';
import type { NamedItems } from '../search/named-sets.ts';
import type { QueryTexts } from '../search/query-texts.ts';
import type { ValueCache } from '../search/sets/value-cache.ts';
import type { ValueQuestions } from '../search/value-questions.ts';
import type { MemoryLimits } from '../shared/query-memory.ts';
import type { ReadySource } from '../sources/source.ts';
import type { SourceList } from '../sources/source-list.ts';
import type { Suggester } from '../suggest/suggester.ts';
import type { Drawing } from '../thumbnails/drawing.ts';
import type { PictureData } from '../thumbnails/picture-data.ts';
import type { ThumbnailCache } from '../thumbnails/thumbnail-cache.ts';
import type { Admission } from './admission/admission-queue.ts';
import type { SearchLanes } from './admission/search-lanes.ts';
import type { Connect } from './agents/inside.ts';
import type { ChangeStreams } from './changes/change-streams.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { RunningScans } from './matching/running-scans.ts';
import type { SharedScans } from './matching/shared-scans.ts';
import type { Metrics } from './metrics.ts';
import type { HeldRecords } from './output/held-records.ts';

export interface AppOptions {
  readonly sources: SourceList;
  /** Permissions. By default, everyone may do everything. */
  readonly access?: Access;
  /** The audit log, if any. */
  readonly audit?: Audit;
  /** The search history of each viewer, if enabled. */
  readonly history?: SearchHistory;
  /** Data for certificates; without it, they are unavailable. */
  readonly certificates?: CertificateMeans;
  /** The accepted host names. */
  readonly hosts: AllowedHosts;
  /** If false, sources cannot be added while the server runs. */
  readonly mayAddSources?: boolean;
  readonly bookmarks: BookmarkStore;
  /** If false, presence is disabled. */
  readonly hasPresence?: boolean;
  readonly thumbnails: Pick<ThumbnailCache, 'get'>;
  /** Report templates by name; default: the built-in ones. */
  readonly reportTemplates?: ReadonlyMap<string, Template>;
  /** Returns a JPEG or WebP. Throws AppError NOT_FOUND if the bytes cannot be drawn. */
  readonly drawPicture: (source: ByteInput, drawing: Drawing) => Promise<Buffer>;
  /** Throws AppError NOT_FOUND if the bytes are not a picture that can be read. */
  readonly readPicture: (source: ByteInput) => Promise<PictureData>;
  /** Throws QuerySyntaxError. */
  readonly parseQuery: (text: string, options: ParseOptions) => Query | Promise<Query>;
  readonly printQuery: (query: Query) => string;
  /** Parses long texts in another process. Without it, they are parsed like short ones. */
  readonly queryTexts?: QueryTexts;
  /** Answers questions about all values of a field in another process. Without it, they are answered here. */
  readonly values?: ValueQuestions;
  readonly version: Version;
  readonly log: Logger;
  /** Hash sets, and the data directory that caches their results. */
  readonly hashLists?: { readonly sets: readonly HashSet[]; readonly dataDir: string };
  /** Whether agents may mark items. */
  readonly allowMarks?: boolean;
  /** Accepts a connection from within this process. */
  readonly connect: Connect;
  /** Throws LOCK_LOST if this server may no longer change anything. */
  readonly requireLock?: () => void;
  /** The engine processes, if any. */
  readonly engines?: () => readonly EngineProcessState[];
  /** Memory limit of a query in MiB; default: QUERY_MEMORY_MEBIBYTES. */
  readonly queryMebibytes?: number;
  /** Time limit of a search; default: `searchMsMax` of limits.ts. */
  readonly searchMsMax?: number;
  /** Maximum weight of the records of all concurrent answers; default: HELD_WEIGHT_MAX. */
  readonly heldWeightMax?: number;
}

export interface CertificateMeans {
  readonly caseFacts: CaseFactsReader;
  /** If null, certificates are not signed. */
  readonly key: KeyObject | null;
  /** Version of the text analysis. */
  readonly analysis: string;
}

export interface Version {
  /** Version of this program, from package.json. */
  readonly program: string;
  readonly indexFormat: number;
}

/** Adds the state of one server, created by `createApp`. */
export interface SharedDependencies extends AppOptions {
  readonly access: Access;
  readonly coordinator: Coordinator<ReadySource>;
  readonly items: ItemReader<ReadySource>;
  readonly matching: ItemMatching<ReadySource>;
  readonly suggester: Suggester;
  readonly lanes: SearchLanes;
  /** Limits for lists that this process merges. */
  readonly queryMemory: MemoryLimits;
  readonly largeBodies: Admission;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  readonly streams: ChangeStreams;
  readonly kept: KeptAnswers;
  readonly hashSets?: SourceHashSets<ReadySource>;
}

/** The dependencies of one request: `sources` and `bookmarks` are those visible to its viewer. */
export interface Dependencies extends Omit<SharedDependencies, 'bookmarks'> {
  readonly bookmarks: Bookmarks & Pick<NamedItems, 'hashSets'>;
  /** The name under which the viewer of the current request marks items as reviewed. */
  readonly me?: string;
  /** The records held by the current request. */
  readonly held?: HeldRecords;
}

/** Caches by open case: items of expressions over texts, and sorted conversations. */
export interface KeptAnswers {
  /** Running scans of texts. */
  readonly scans: RunningScans;
  readonly shared: SharedScans;
  readonly expressions: ValueCache<ReadySource['caseReader'], Uint32Array>;
  readonly orders: ValueCache<ReadySource['caseReader'], MessageOrder>;
}

/** State of an engine process. */
export interface EngineProcessState {
  readonly pid: number;
  readonly state: 'ready' | 'starting';
  /** Resident set size in bytes. */
  readonly memory: number;
}
