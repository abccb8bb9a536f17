/**
 * The names of columns that tools write in load files, and their meanings here. Names are compared by their letters and digits
 * alone, in lower case: `File Name`, `FILE_NAME` and `#FileName` are equal.
 */
import type { DayOrder } from './usual-dates.ts';
import { headerUnit } from './usual-sizes.ts';
import { offsetOf } from './zone-names.ts';

/** Uses of a column other than as a property: it identifies the document, its family, or a file. */
export type Use = 'document' | 'parent' | 'family' | 'children' | 'native' | 'text' | 'thumb';

export const USES: readonly Use[] = ['document', 'parent', 'family', 'children', 'native', 'text', 'thumb'];

/** Column names for a property, in order of precedence. */
export const PROPERTY_NAMES: Readonly<Record<string, readonly string[]>> = {
  name: words(
    'name fileName originalFileName origFileName originalName nativeFileName documentName docName itemName displayName file',
  ),
  path: words(
    'path fullPath filePath originalPath originalFilePath origFilePath pathName fullPathName sourcePath sourceFilePath fileLocation originalFolderPath folderPath relativePath osPath source',
  ),
  length: words(
    'length size fileSize fileSizeBytes sizeBytes sizeInBytes logicalSize lSize lSizeBytes logicalSizeBytes fileLength docSize origFileSize',
  ),
  ext: words('ext extension fileExt fileExtension docExt docExtension origExt originalExtension'),
  type: words('type'),
  contentType: words('contentType mimeType mime mediaType'),
  category: words('category categories fileCategory artifactCategory'),
  created: words(
    'created dateCreated createdDate creationDate createDate createdDateTime dateTimeCreated dateTmCreated fileCreated fileCreatedDate creationTime dateCrtd docCreatedDate createdOn fileSystemCreatedDateTime crTime timeCreated createdTime created0x10 bTime',
  ),
  accessed: words(
    'accessed dateAccessed accessedDate lastAccessed lastAccessedDate lastAccessedDateTime dateLastAccess dateLastAccessed accessDate accessTime lastAccessTime fileAccessed fileSystemLastAccessedDateTime aTime timeAccessed lastAccess0x10',
  ),
  modified: words(
    'modified dateModified modifiedDate modificationDate modificationTime lastModified lastModifiedDate lastModifiedDateTime dateLastMod dateLastModified dateMod dateLstMod dateSvd dateSaved lastSaved lastSavedDate lastModDate modifiedDateTime dateTimeModified fileModified fileModifiedDate fileSystemLastModifiedDateTime lastWritten mTime timeModified modifiedTime lastModified0x10',
  ),
  md5: words('md5 md5Hash md5Digest md5HashValue md5Sum hashMd5'),
  'sha-1': words('sha1 sha1Hash sha1Digest sha1HashValue hashSha1'),
  'sha-256': words('sha256 sha256Hash sha256Digest sha256HashValue hashSha256'),
  'sha-512': words('sha512 sha512Hash sha512Digest hashSha512'),
  hash: words('hash hashValue fileHash documentHash docHash nativeHash hash1 digest'),
  author: words('author documentAuthor docAuthor authors fileAuthor'),
  title: words('title documentTitle docTitle fileTitle'),
  deleted: words('deleted isDeleted fileDeleted'),
  isDir: words('isDir isDirectory isFolder'),
  'Message-Subject': words('subject emailSubject mailSubject messageSubject emSubject conversationSubject'),
  'Communication:From': words(
    'from emailFrom mailFrom messageFrom sender emailSender emailAuthor fromAddress senderAddress',
  ),
  'Communication:To': words(
    'to emailTo mailTo messageTo recipient recipients emailRecipients toAddress recipientAddress',
  ),
  'Message-Cc': words('cc emailCc mailCc messageCc copyee ccAddress'),
  'Message-Bcc': words('bcc emailBcc mailBcc messageBcc bccAddress'),
  'Communication:Date': words(
    'dateSent sentDate sent sentOn emailSent emailSentDate emailDateSent emailSentOn sentDateTime dateTimeSent communicationDate mailDate messageDate dateSentTime',
  ),
  received: words(
    'received dateReceived receivedDate dateRecd dateRcvd dateRecvd emailReceived emailReceivedDate emailDateReceived receivedOn receivedDateTime dateTimeReceived',
  ),
};

/** Column names for a use. Every document column identifies the row. For other uses, only the first column counts. */
export const USE_NAMES: Readonly<Record<Use, readonly string[]>> = {
  document: words(
    'docId documentId begDoc begDocNo begDocNum beginDoc begBates beginBates begBatesNumber batesBeg batesBegin batesStart batesNumber beginningBates beginningBatesNumber begNo begProd prodBeg prodBegBates prodBegDoc productionBeginBates productionBegBates controlNumber controlNo begControl begControlNumber imageKey docNumber guid itemGuid itemId uniqueId intId fileId recordId entryId itemNumber tvFileId upi',
  ),
  parent: words(
    'parentDocId parentDocumentId parentId parentGuid parentItemId parentBates parentBegDoc parentBegBates parentBeg parentControlNumber parentUniqueId intParent parentUid attachPid attachParentId parentFileId tvParentId parentDocNum attachmentParent parent',
  ),
  family: words(
    'begAttach beginAttach begAttachment beginAttachment begAttachNo attachBeg attBeg begGroup beginGroup begFamily beginFamily begAttBates begBatesAttach begAttachBates prodBegAttach productionBeginAttachment groupIdentifier attachRange attchRange attRange attachmentRange famlyRng familyRange familyId groupId tvFamilyId',
  ),
  children: words(
    'attachIds attchIds attachmentIds attachDocId attachDocIds attachmentDocumentIds childDocIds childIds attachLst attachList fileIdChildList',
  ),
  native: words(
    'nativePath nativeLink nativeFile nativeFilePath nativeFileLink nativeLocation native docLink fileLink itemPath linkNative exportPath exportedPath exportedAs exportedFile exportedFilePath',
  ),
  text: words(
    'textPath textLink textFile textFilePath extractedTextPath extractedText fullText fullTextPath ocrText ocrPath ocrTextPath ocrLink txtPath textFileLink text ocr docText body bodyText emailBody messageBody',
  ),
  thumb: words('thumbnail thumb thumbnailPath thumbPath'),
};

/** Columns of a time of day, and the property of the date that they belong to. */
export const TIME_NAMES: Readonly<Record<string, readonly string[]>> = {
  'Communication:Date': words('timeSent sentTime emailTimeSent emailSentTime'),
  received: words('timeReceived timeRecd timeRcvd receivedTime emailTimeReceived'),
  created: words('timeCreated createdTime timeCrtd createTime'),
  modified: words('timeLastMod timeModified modifiedTime timeLastModified lastModTime timeSvd'),
  accessed: words('timeAccessed accessedTime timeLastAccess'),
};

/** Columns of time zones, for all dates of the row that have none. For `DATESENT`, `TIMEZONESENT` takes precedence. */
export const ZONE_NAMES: readonly string[] = words(
  'timeZone tz timeZoneName timeZoneOffset utcOffset gmtOffset zeitzone',
);

/** Properties and other columns whose values may be lists. */
export const LISTS: ReadonlySet<string> = new Set([
  ...['category', 'Communication:To', 'Message-Cc', 'Message-Bcc'].map(keyOf),
  ...words(
    'tags tag labels label keywords keyword issues issue custodians allCustodians dupCustodian dupCustodians duplicateCustodian duplicateCustodians otherCustodians allPaths allFilePaths attachmentNames attachNames attachments attachIds attchIds attachmentIds attachDocId attachDocIds attachmentDocumentIds childDocIds childIds attachLst attachList fileIdChildList participants issueDesignation issueTags reportTable reportTables bookmarks hashSets',
  ).map(keyOf),
]);

export const DATE_PROPERTIES: ReadonlySet<string> = new Set([
  'created',
  'accessed',
  'modified',
  'Communication:Date',
  'received',
]);

/** Properties that are numbers of bytes. */
export const SIZE_PROPERTIES: ReadonlySet<string> = new Set(['length', 'size']);

/** Returns a header in the form for comparisons. */
export function keyOf(header: string): string {
  return header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Returns columns by the keys of their headers. Headers without a description of dates come first, then complete headers, then
 * those without a unit. A key belongs to the first column that has it.
 */
export function byHeaderKey<T extends { readonly header: string }>(columns: readonly T[]): Map<string, T> {
  const byKey = new Map<string, T>();
  for (const headerOf of [plainHeader, (header: string) => header, (header: string) => headerUnit(header)?.header]) {
    for (const column of columns) {
      const header = headerOf(column.header);
      const key = header === undefined ? null : keyOf(header);
      if (key !== null && !byKey.has(key)) byKey.set(key, column);
    }
  }
  return byKey;
}

function plainHeader(header: string): string {
  return headerDates(header).header;
}

export interface HeaderDates {
  /** The header without the description of its dates. */
  readonly header: string;
  readonly order: DayOrder | null;
  /** The zone of times without one. Empty if there is none. */
  readonly offset: string;
}

/** AXIOM's description of dates: ` - UTC+00:00 (M/d/yyyy)`, or without one of its parts. */
const DESCRIPTION = /^(.*?)(?: - (UTC)?([+-]\d{2}:\d{2})?)? ?(?:\((?=[^()]*y)([yMd][yMdHhmsSat./:, -]{4,30})\))?$/;
const OFFSET = '(?:utc|gmt)(?: ?[+-]\\d{1,2}(?::?\\d{2})?)?';
/** `Created (UTC+02:00)`, `Created [EST]`, and `Created UTC`, `created_utc`, `CreatedUTC`. */
const BRACKETED_ZONE = new RegExp(`^(.*\\S)[\\s_-]*[(\\[]\\s*(${OFFSET}|[a-z]{3,5}|[+-]\\d{2}:\\d{2})\\s*[)\\]]$`, 'i');
const PLAIN_ZONE = new RegExp(`^(.*[^\\s_-])[\\s_-]+(?:in )?(${OFFSET})$`, 'i');
const CAMEL_ZONE = /^(.*[a-z])(UTC|Utc|GMT)$/;
/** Longer headers are not searched for zones. */
const HEADER_UNITS_MAX = 200;

/** Removes the order and the time zone of dates from a header. */
export function headerDates(header: string): HeaderDates {
  if (header.length > HEADER_UNITS_MAX) return { header, order: null, offset: '' };
  const [, name = '', utc, offset, format] = DESCRIPTION.exec(header) ?? [];
  const first = format === undefined ? undefined : /[yMd]/.exec(format)?.[0];
  const order = first === 'd' ? 'day first' : first === 'M' ? 'month first' : null;
  if (name !== '' && (utc !== undefined || offset !== undefined))
    return { header: name, order, offset: offset ?? 'UTC' };
  const rest = name === '' ? header : name;
  const [, named, zone = ''] =
    [BRACKETED_ZONE, PLAIN_ZONE, CAMEL_ZONE].map((zone) => zone.exec(rest)).find(Boolean) ?? [];
  const isZone = named !== undefined && isMomentHeader(named) && offsetOf(zone) !== null;
  return isZone ? { header: named, order, offset: zone } : { header: rest, order, offset: '' };
}

/** Whether a header suggests a date. */
export function isDateHeader(header: string): boolean {
  return /date|datum|fecha|data\b|timestamp/i.test(header);
}

/** Whether a header suggests a moment, so that large numbers may be timestamps. */
export function isMomentHeader(header: string): boolean {
  return isDateHeader(header) || /time|zeit|hora\b|created|modified|accessed|visited|expires/i.test(header);
}

function words(list: string): readonly string[] {
  return list.split(' ');
}
