/** Columns with a special meaning in the tables of one tool. A table is from a tool if it has all of its characteristic columns. */
import type { LoadedColumn } from './column.ts';
import { keyOf } from './column-names.ts';
import type { DayOrder } from './usual-dates.ts';

export interface ForensicTool {
  readonly name: string;
  readonly knownBy: readonly string[];
  /**
   * The property of each column. Null for a property with the name of the column, which then identifies no row and no file,
   * whatever the name suggests.
   */
  readonly columns: Readonly<Record<string, string | null>>;
  /** The tool's order of dates, for dates that do not show it. */
  readonly dates?: DayOrder;
  /** Whether its times are in UTC, although it has a column of time zones. */
  readonly isUtc?: true;
  /** Whether rows are events or entries, whose numbers do not refer to parents. */
  readonly isFlat?: true;
}

/** The first tool whose columns a table has is used. */
export const TOOLS: readonly ForensicTool[] = [
  { name: 'case-access', knownBy: ['source', 'id', 'parentId', 'bookmarks'], columns: { source: null } },
  {
    name: 'Autopsy',
    knownBy: ['Modified Time', 'Change Time', 'Access Time', 'Created Time', 'Location'],
    columns: { Location: 'path' },
  },
  {
    name: 'Plaso (l2t_csv)',
    knownBy: ['date', 'time', 'timezone', 'MACB', 'source', 'sourcetype'],
    columns: { source: null, type: null, filename: 'path' },
    dates: 'month first',
    isFlat: true,
  },
  {
    name: 'Plaso, Timesketch',
    knownBy: ['datetime', 'timestamp_desc', 'message'],
    columns: { source: null, display_name: 'path', timestamp: null },
    isFlat: true,
  },
  {
    name: 'Plaso (json_line)',
    knownBy: ['data_type', 'timestamp', 'timestamp_desc', 'message', 'parser'],
    columns: { display_name: 'path' },
    isFlat: true,
  },
  {
    name: 'Wireshark',
    knownBy: ['Time', 'Source', 'Destination', 'Protocol', 'Info'],
    columns: { source: null },
    isFlat: true,
  },
  {
    name: 'mactime',
    knownBy: ['Date', 'Size', 'Type', 'Mode', 'UID', 'GID', 'Meta', 'File Name'],
    columns: { Type: null, 'File Name': 'path' },
    isFlat: true,
  },
  {
    name: 'MFTECmd',
    knownBy: ['EntryNumber', 'SequenceNumber', 'ParentEntryNumber', 'Created0x10'],
    columns: { ParentPath: 'path' },
  },
  {
    name: 'MFTECmd ($J)',
    knownBy: ['EntryNumber', 'UpdateSequenceNumber', 'UpdateTimestamp', 'UpdateReasons'],
    columns: { ParentPath: 'path' },
    isFlat: true,
  },
  {
    name: 'EvtxECmd',
    knownBy: ['RecordNumber', 'EventRecordId', 'TimeCreated', 'EventId', 'Channel', 'Provider'],
    columns: { MapDescription: 'title', SourceFile: null },
    isFlat: true,
  },
  {
    name: 'PECmd',
    knownBy: ['SourceFilename', 'ExecutableName', 'RunCount', 'LastRun'],
    columns: {
      ...{ SourceFilename: 'path', ExecutableName: 'name', SourceCreated: 'created', SourceModified: 'modified' },
      ...{ SourceAccessed: 'accessed', Hash: null },
    },
    isFlat: true,
  },
  {
    name: 'JLECmd',
    knownBy: ['SourceFile', 'AppId', 'AppIdDescription', 'TargetCreated', 'LocalPath'],
    columns: {
      ...{ Path: 'path', LocalPath: 'path', RelativePath: null, TargetCreated: 'created', TargetModified: 'modified' },
      ...{ TargetAccessed: 'accessed', CreationTime: null, LastModified: null },
    },
    isFlat: true,
  },
  {
    name: 'LECmd',
    knownBy: ['SourceFile', 'TargetCreated', 'TargetModified', 'TargetAccessed', 'LocalPath', 'MachineID'],
    columns: {
      ...{ LocalPath: 'path', RelativePath: null, TargetCreated: 'created', TargetModified: 'modified' },
      ...{ TargetAccessed: 'accessed' },
    },
    isFlat: true,
  },
  {
    name: 'RBCmd',
    knownBy: ['SourceName', 'FileType', 'FileName', 'FileSize', 'DeletedOn'],
    columns: { FileName: 'path' },
    isFlat: true,
  },
  {
    name: 'AmcacheParser (files)',
    knownBy: ['ApplicationName', 'ProgramId', 'FileKeyLastWriteTimestamp', 'SHA1', 'FullPath'],
    columns: {},
    isFlat: true,
  },
  {
    name: 'AmcacheParser (programs)',
    knownBy: ['ProgramId', 'KeyLastWriteTimestamp', 'Publisher', 'RootDirPath', 'UninstallString'],
    columns: { RootDirPath: 'path', Type: null, Source: null },
    isFlat: true,
  },
  {
    name: 'AmcacheParser (devices)',
    knownBy: ['KeyName', 'KeyLastWriteTimestamp', 'ClassGuid', 'ContainerId', 'ParentId'],
    columns: { Description: 'title' },
    isFlat: true,
  },
  {
    name: 'AppCompatCacheParser',
    knownBy: ['ControlSet', 'CacheEntryPosition', 'Path', 'LastModifiedTimeUTC', 'Executed'],
    columns: { LastModifiedTimeUTC: 'modified' },
    isFlat: true,
  },
  {
    name: 'SBECmd',
    knownBy: ['BagPath', 'Slot', 'NodeSlot', 'MRUPosition', 'AbsolutePath', 'ShellType'],
    columns: { AbsolutePath: 'path', Value: 'name', ModifiedOn: 'modified', AccessedOn: 'accessed' },
    isFlat: true,
  },
  {
    name: 'RECmd',
    knownBy: ['HivePath', 'HiveType', 'Category', 'KeyPath', 'ValueName', 'LastWriteTimestamp'],
    columns: { KeyPath: 'path', ValueName: 'name', LastWriteTimestamp: 'modified' },
    isFlat: true,
  },
  {
    name: 'SrumECmd',
    knownBy: ['Id', 'Timestamp', 'ExeInfo', 'Sid', 'UserId', 'AppId'],
    columns: { ExeInfo: 'path' },
    isFlat: true,
  },
  {
    name: 'WxTCmd',
    knownBy: ['Executable', 'ActivityType', 'StartTime', 'EndTime', 'DevicePlatform', 'TimeZone'],
    columns: { Executable: 'name', DisplayText: 'title' },
    isUtc: true,
    isFlat: true,
  },
  {
    name: 'PECmd (timeline)',
    knownBy: ['RunTime', 'ExecutableName'],
    columns: { ExecutableName: 'path' },
    isFlat: true,
  },
  {
    name: 'MFTECmd ($I30)',
    knownBy: ['SelfMftEntry', 'ParentMftEntry', 'FileName', 'CreatedOn', 'ContentModifiedOn', 'LastAccessedOn'],
    columns: { ContentModifiedOn: 'modified', LastAccessedOn: 'accessed', LogicalSize: 'length' },
    isFlat: true,
  },
  {
    name: 'Hayabusa',
    knownBy: ['Timestamp', 'RuleTitle', 'Level', 'Computer', 'Channel', 'EventID'],
    columns: { RuleTitle: 'title' },
    isFlat: true,
  },
  {
    name: 'Chainsaw',
    knownBy: ['timestamp', 'detections', 'path', 'Event ID', 'Record ID', 'Computer'],
    columns: { detections: 'name' },
    isFlat: true,
  },
  {
    name: 'AXIOM',
    knownBy: ['Source', 'Location', 'Recovery Method', 'Evidence Number'],
    columns: { Source: 'path', Location: null, Artifact: 'category' },
  },
  {
    name: 'EnCase',
    knownBy: ['Name', 'Logical Size', 'Item Path', 'File Created', 'Last Written'],
    columns: { 'Item Path': 'path' },
  },
  {
    name: 'FTK Imager',
    knownBy: ['Filename', 'Full Path', 'Size (bytes)', 'Created', 'Modified', 'Accessed', 'Is Deleted'],
    columns: {},
  },
  {
    name: 'FTK',
    knownBy: ['Name', 'Item #', 'Path', 'Category', 'P-Size (bytes)', 'L-Size (bytes)'],
    columns: { 'L-Size (bytes)': 'length', 'P-Size (bytes)': null },
  },
  {
    name: 'X-Ways',
    knownBy: ['Name', 'Int. ID', 'Int. parent'],
    columns: { 'Parent name': null, 'Content created': null, 'Record changed': null, 'Evidence object': null },
  },
  {
    name: 'Cellebrite (messages)',
    knownBy: ['Participants', 'From', 'Body', 'Timestamp: Time'],
    columns: {
      ...{ 'Timestamp: Time': 'Communication:Date', 'Deleted - Instant Message': 'deleted', Source: null },
      ...{ 'Source file information': null, Name: null },
    },
    isFlat: true,
  },
  {
    name: 'Cellebrite (calls)',
    knownBy: ['Parties', 'Direction', 'Duration', 'Source file information'],
    columns: { Source: null, 'Source file information': null },
    isFlat: true,
  },
  {
    name: 'Cellebrite (other tables)',
    knownBy: ['Source', 'Deleted', 'Source file information'],
    columns: { Source: null, 'Source file information': null },
    isFlat: true,
  },
  {
    name: 'Outlook',
    knownBy: ['Subject', 'Body', 'From: (Name)', 'From: (Address)', 'To: (Name)'],
    columns: {
      ...{ 'From: (Name)': 'Communication:From', 'To: (Name)': 'Communication:To' },
      ...{ 'CC: (Name)': 'Message-Cc', 'BCC: (Name)': 'Message-Bcc' },
    },
    isFlat: true,
  },
];

export interface ToolColumns {
  /** Keyed by the key of the column. */
  readonly properties: ReadonlyMap<string, string | null>;
  readonly dates: DayOrder | null;
  readonly isFlat: boolean;
  /** Whether a column of time zones does not apply to its dates. */
  readonly hasOwnZones: boolean;
}

/** Returns the tool that wrote a table with these columns, if known. `has` is called with the keys of names. */
export function toolOf(has: (key: string) => boolean): ForensicTool | undefined {
  return TOOLS.find(({ knownBy }) => knownBy.every((name) => has(keyOf(name))));
}

/** Returns the column meanings of the table's tool. Empty if the tool is unknown. */
export function toolColumns(byKey: ReadonlyMap<string, LoadedColumn>): ToolColumns {
  const {
    columns = {},
    dates = null,
    isFlat = false,
    isUtc: hasOwnZones = false,
  } = toolOf((key) => byKey.has(key)) ?? {};
  const properties = new Map(Object.entries(columns).map(([name, property]) => [keyOf(name), property]));
  return { properties, dates, isFlat, hasOwnZones };
}
