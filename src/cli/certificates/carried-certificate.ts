/** The certificates in exports and reports of commands. They describe the sources as indexed. */
import type { Certificate } from '../../certificates/certificate.ts';
import type { KeywordLines } from '../../http/input/keyword-list.ts';
import type { KeywordReport } from '../../http/routes/lists/keyword-lines.ts';
import { UTC } from '../../schema/zone-clock.ts';
import { AppError } from '../../shared/errors.ts';
import type { OpenedSources, SourceOptions } from '../open-sources.ts';
import type { QueryOptions } from '../options.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';
import { type CertifiedSearch, certifiedList, certifiedSearch } from './certified-search.ts';
import { readPrivateKey } from './key-files.ts';
import { withStoredItems } from './named-items.ts';

export interface CarryingOptions extends SourceOptions, QueryOptions {
  readonly key?: string;
  /** Further queries that each item must match. */
  readonly filter?: readonly string[];
}

export function certificateOfExport(
  q: string,
  options: CarryingOptions,
  carrying: OpenedSources,
  terminal: Terminal,
): Promise<Certificate> {
  return about(q, options, carrying, terminal, (given) => certifiedSearch(given, terminal));
}

export function reportWithCertificate(
  list: KeywordLines,
  options: CarryingOptions,
  carrying: OpenedSources,
  terminal: Terminal,
): Promise<{ readonly report: KeywordReport; readonly certificate: Certificate }> {
  return about('', options, carrying, terminal, (given) => certifiedList(list, given, terminal));
}

/** Throws AppError INDEX_MISSING for an index that does not match the current case. */
async function about<T>(
  q: string,
  { defaultOperator, syntax, timeZone, literal, fields, filter = [], data, key: keyFile }: CarryingOptions,
  { opened: sources, incomplete: missing, hashLists }: OpenedSources,
  terminal: Terminal,
  certify: (given: CertifiedSearch) => Promise<T>,
): Promise<T> {
  const stale = sources.find(({ isStale }) => isStale);
  if (stale !== undefined) {
    const finding = `The case of ${JSON.stringify(stale.id)} has changed since its index was built`;
    throw new AppError('INDEX_MISSING', `${finding}: nothing can be certified until it is built again (index build).`);
  }
  const query = {
    q,
    defaultOperator,
    syntax: syntax === 'own' ? null : syntax,
    timeZone: timeZone ?? UTC,
    ...(literal === true ? { literal } : {}),
    fields: fields === undefined ? null : [...fields],
    expand: [],
    collapse: null,
    bbox: null,
    filter: [...filter],
  };
  const key = await readPrivateKey(keyFile);
  const onFinding = (finding: string): void => terminal.say(`case-access: ${printable(finding)}`);
  const shared = { query, sources, key, onFinding, isComplete: missing.length === 0 };
  const hashes = hashLists === undefined ? {} : { hashLists };
  return withStoredItems(data, (named) => certify({ ...shared, ...hashes, named }));
}
