/** The column names for models, fields and attributes of Cellebrite's reports. */

/** Columns that this program names. */
export const COLUMN = {
  modelType: 'modelType',
  uid: 'uid',
  parentUid: 'parentUid',
  field: 'field',
  deleted: 'deleted',
  deletedState: 'deletedState',
  native: 'Local Path',
  body: 'Body',
  messageTime: 'Message TimeStamp',
  sourceFile: 'Source file',
  sourceTable: 'Source table',
  sourceOffset: 'Source offset',
} as const;

/** Columns that exist from the first row on. */
export const INNER_COLUMNS: readonly string[] = Object.values(COLUMN);

/** Fields that name a file of the report. */
export const NATIVE_NAMES: ReadonlySet<string> = new Set([
  COLUMN.native,
  'attachment_extracted_path',
  'contactphoto_extracted_path',
]);

/** Models that are parts of the model that contains them. Any other model is a row. */
const PARTS: ReadonlySet<string> = new Set([
  ...['Party', 'PhoneNumber', 'EmailAddress', 'UserID', 'WebAddress', 'ContactEntry', 'Coordinate', 'Organization'],
  ...['StreetAddress', 'KeyValueModel', 'Price', 'MessageLabel', 'ProfilePicture'],
]);
/** Parts with a category, a domain and a value. */
const ENTRIES: ReadonlySet<string> = new Set(['PhoneNumber', 'EmailAddress', 'UserID', 'WebAddress', 'ContactEntry']);

/** Models whose time is that of a message. */
const MESSAGES: ReadonlySet<string> = new Set([
  'InstantMessage',
  'SMS',
  'MMS',
  'Email',
  'Call',
  'VoiceMail',
  'Voicemail',
]);

/** Properties of columns. Other columns keep the names of the report. */
export const PROPERTIES: ReadonlyMap<string, string> = new Map([
  ['Name', 'name'],
  ['path', 'path'],
  ['size', 'length'],
  ['ContentType', 'contentType'],
  ['Title', 'title'],
  ['Subject', 'Message-Subject'],
  ['From', 'Communication:From'],
  ['To', 'Communication:To'],
  ['Cc', 'Message-Cc'],
  ['Bcc', 'Message-Bcc'],
  [COLUMN.messageTime, 'Communication:Date'],
  ['CreationTime', 'created'],
  ['ModifyTime', 'modified'],
  ['AccessTime', 'accessed'],
  ['MD5', 'md5'],
  ['SHA1', 'sha-1'],
  ['SHA256', 'sha-256'],
  [COLUMN.deleted, 'deleted'],
]);

/** A part, and the model that contains it. */
export interface PartOf {
  /** The field that contains it. */
  readonly field: string;
  readonly type: string;
  readonly within: PartOf | null;
  readonly values: Map<string, string>;
}

export function isPart(type: string): boolean {
  return PARTS.has(type);
}

/**
 * Returns the column of a value. `label` is empty for a part that is itself a value. `isTime`: whether the report marks it as a
 * moment.
 */
export function columnOfUfed(model: string, part: PartOf | null, label: string, isTime: boolean): string {
  if (part === null) {
    if (isTime && label === 'TimeStamp' && MESSAGES.has(model)) return COLUMN.messageTime;
    // In some models these names are times, while in messages they are people.
    if (isTime && PROPERTIES.get(label)?.startsWith('Communication:') === true) return `${label} (time)`;
    return label === 'name' ? 'Name' : label === 'Path' ? 'path' : label;
  }
  const before = part.within === null ? '' : `${columnOfUfed(model, part.within, part.field, false)}.`;
  if (ENTRIES.has(part.type)) {
    const type = part.within === null ? part.type : `${before}${part.type}`;
    return label === 'Value' || label === '' ? type : `${type}.${label}`;
  }
  if (part.type === 'Coordinate' && part.field === 'Position' && part.within === null && label !== '') return label;
  const field = part.within === null ? part.field : before.slice(0, -1);
  return label === '' ? field : `${field}.${label}`;
}

/** Returns `Ada <ada@example.org>`, or the part that exists. */
export function shownParty(name = '', identifier = ''): string | null {
  if (name === '' || identifier === '' || name === identifier) return name || identifier || null;
  return `${name} <${identifier}>`;
}
