/** Options shared by several commands, and the checks of their values. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { OTHER_SYNTAXES, type OtherSyntax } from '../../grammar/texts/syntaxes.ts';
import type { CaseOptions } from '../cases/case-format.ts';
import { isTimeZone, TIME_ZONE_REMEDY, UTC } from '../schema/zone-clock.ts';
import { AppError } from '../shared/errors.ts';
import { printable, type Terminal } from './terminal/terminal.ts';

export interface DataOption {
  readonly data: string;
}

export function dataOption(): Option {
  return new Option('--data <dir>', 'data directory: indexes, bookmarks, thumbnails, reports').default(
    'case-access-data',
  );
}

export interface EvidenceOption {
  readonly evidenceRoot: readonly string[];
}

/** Paths are made absolute here, because a build runs in another process. */
export function evidenceRootOption(): Option {
  const description = 'folder with evidence that a case may name outside itself and its parent folder; repeatable';
  return new Option('--evidence-root <dir>', description)
    .argParser((dir: string, before: readonly string[]) => [...before, resolve(dir)])
    .default([], 'none');
}

/** Warns of a folder that is missing, misspelled or not mounted, because it permits nothing. */
export async function warnOfMissingRoots({ evidenceRoot }: Partial<EvidenceOption>, terminal: Terminal): Promise<void> {
  for (const root of evidenceRoot ?? []) {
    const isThere = await stat(root).then(
      () => true,
      () => false,
    );
    if (!isThere) terminal.say(`warning: --evidence-root ${printable(root)} does not exist`);
  }
}

export function jsonOption(): Option {
  return new Option('--json', 'answer in JSON');
}

export interface MappingOption {
  readonly mapping?: string;
}

/** Returns the option `--mapping`, which is used if no sources file gives a mapping. */
export function mappingOption(): Option {
  return new Option('--mapping <file>', 'JSON file with the meaning of the columns of a load file');
}

/** Returns the options of a case besides its path. Throws AppError USAGE for a mapping that is not JSON. */
export async function caseOptionsOf(options: MappingOption & Partial<EvidenceOption>): Promise<CaseOptions> {
  const { mapping, evidenceRoot } = options;
  return {
    ...(evidenceRoot === undefined ? {} : { evidenceRoots: evidenceRoot }),
    ...(mapping === undefined ? {} : { mapping: await readMapping(mapping) }),
  };
}

async function readMapping(file: string): Promise<unknown> {
  try {
    return JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (cause) {
    const reason = (cause as Error).message.replace(/\s+/g, ' ');
    throw new AppError('USAGE', `The mapping ${file} cannot be read: ${reason}.`, { cause });
  }
}

export type DefaultOperator = 'AND' | 'OR';

export interface QueryOptions {
  readonly defaultOperator: DefaultOperator;
  readonly syntax: 'own' | OtherSyntax;
  readonly timeZone?: string;
  readonly literal?: boolean;
  readonly fields?: readonly string[];
}

/** Adds the options for parsing a query. */
export function withQueryOptions(command: Command): Command {
  return command
    .addOption(defaultOperatorOption())
    .addOption(syntaxOption())
    .addOption(timeZoneOption())
    .addOption(literalOption())
    .addOption(fieldsOption());
}

export function defaultOperatorOption(): Option {
  return new Option('--default-operator <operator>', 'how two words without an operator are joined')
    .choices(['OR', 'AND'])
    .default('OR');
}

function syntaxOption(): Option {
  return new Option(
    '--syntax <name>',
    'the syntax of the query: our own, or that of IPED 4.1, dtSearch, Relativity or Nuix',
  )
    .choices(['own', ...OTHER_SYNTAXES])
    .default('own');
}

export function timeZoneOption(): Option {
  return new Option(
    '--time-zone <name>',
    'the time zone of dates without an offset, such as Europe/Lisbon; UTC by default',
  ).argParser((name: string) => {
    if (!isTimeZone(name)) throw new InvalidArgumentError(`It is unknown: ${TIME_ZONE_REMEDY}.`);
    return name;
  });
}

/** Returns `--time-zone` in the form that the parser takes. Throws AppError USAGE with IPED's syntax. */
export function zoneOf({ syntax, timeZone, literal }: Pick<QueryOptions, 'syntax' | 'timeZone' | 'literal'>): {
  readonly timeZone?: string;
} {
  if (timeZone === undefined || timeZone === UTC) return {};
  if (syntax === 'own' || literal === true) return { timeZone };
  if (syntax !== 'iped') {
    throw new AppError('USAGE', `With --syntax ${syntax} dates are in UTC: remove --time-zone.`);
  }
  throw new AppError('USAGE', 'With --syntax iped dates are in UTC, as in IPED: remove --time-zone.');
}

export function literalOption(): Option {
  return new Option('--literal', 'treat the query, or each line of a list, as plain text');
}

function fieldsOption(): Option {
  return new Option('--fields <names>', 'fields to search for words without a field, separated by commas').argParser(
    fieldNames,
  );
}

/** Returns `--fields` in the form that the engine takes. */
export function defaultFieldsOf(options: Pick<QueryOptions, 'fields'>): { readonly defaultFields?: readonly string[] } {
  return options.fields === undefined ? {} : { defaultFields: options.fields };
}

function fieldNames(value: string): readonly string[] {
  const names = value.split(',').map((name) => name.trim());
  if (names.includes('')) throw new InvalidArgumentError('A field name is empty.');
  return names;
}

export function wholeNumber(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d{1,9}$/.test(value) || number < least || number > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return number;
  };
}

/** Throws AppError NOT_FOUND if there is nothing at `path`, to distinguish a mistyped path from a case that cannot be opened. */
export async function requireCase(path: string): Promise<void> {
  try {
    await stat(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new AppError('NOT_FOUND', `There is no case ${path}.`, { cause: error });
    }
  }
}

/** How long a stopped or unreachable process keeps the data directory. For tests; the default of half a minute suits people. */
export function lockLeaseOption(): Option {
  return new Option('--lock-lease <seconds>', 'silence after which another process may take over the data directory')
    .argParser(wholeNumber(1, 3600))
    .default(30)
    .hideHelp();
}
