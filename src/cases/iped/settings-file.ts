/**
 * Reads the settings of a case: text files of lines `key = value`, in UTF-8, often with a byte order mark. Settings of a
 * profile override those of the case.
 */
import { AppError } from '../../shared/errors.ts';
import { type CaseFiles, shown } from '../files/safe-path.ts';
import { SETTINGS_BYTES_MAX } from './limits.ts';
import { unescaped } from './properties-file.ts';

export class SettingsFiles {
  readonly #files: CaseFiles;
  readonly #fault: (finding: string) => AppError;
  /** The existing files, relative to the case, for the fingerprint. */
  readonly read: string[] = [];

  /** `fault` creates an error about the case. */
  constructor(files: CaseFiles, fault: (finding: string) => AppError) {
    this.#files = files;
    this.#fault = fault;
  }

  /** Returns the text of a file without its byte order mark, or null if it does not exist. Throws AppError CASE_UNREADABLE. */
  async text(file: string): Promise<string | null> {
    let opened: Awaited<ReturnType<CaseFiles['open']>>;
    try {
      opened = await this.#files.open(file);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.message.endsWith('is missing')) return null;
      throw this.#fault(error.message);
    }
    try {
      if (opened.stats.size > SETTINGS_BYTES_MAX) {
        throw this.#fault(`file ${shown(file)} has ${opened.stats.size} bytes, more than ${SETTINGS_BYTES_MAX}`);
      }
      this.read.push(file);
      return new TextDecoder('utf-8').decode(await opened.handle.readFile());
    } finally {
      await opened.handle.close();
    }
  }

  /** Returns the settings of a file in the folder `conf`, overridden by the profile's file of that name. */
  async overlaid(name: string): Promise<ReadonlyMap<string, string> | null> {
    const own = await this.text(`iped/conf/${name}`);
    const over = await this.text(`iped/profile/conf/${name}`);
    if (own === null && over === null) return null;
    return new Map([...settingsOf(own ?? ''), ...settingsOf(over ?? '')]);
  }
}

/** `key = value`; lines that begin with `#` or `!` are comments. */
export function settingsOf(text: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const at = line.search(/[=:]/);
    const key = line.slice(0, Math.max(0, at)).trim();
    if (key !== '' && !/^[#!]/.test(key)) settings.set(key, unescaped(line.slice(at + 1).trim()));
  }
  return settings;
}

/** `key = type`. Keys have spaces, `:` and `=`, so the last ` = ` separates. */
export function typesOf(text: string): Map<string, string> {
  const types = new Map<string, string>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const at = line.lastIndexOf(' = ');
    if (at > 0 && !/^[#!]/.test(line)) types.set(unescaped(line.slice(0, at).trim()), line.slice(at + 3).trim());
  }
  return types;
}
