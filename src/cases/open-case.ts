/** Opens a case of any format. A new format gets its line here. */
import { autopsyFormat } from './autopsy/autopsy-format.ts';
import type { CaseFormat, CaseOptions } from './case-format.ts';
import type { CaseReader } from './case-reader.ts';
import { slackFormat } from './chats/slack-format.ts';
import { whatsAppFormat } from './chats/whatsapp-format.ts';
import { ipedFormat } from './iped/iped-format.ts';
import { loadFileFormat } from './loadfiles/load-file-format.ts';
import { mailFormat } from './mail/mail-format.ts';
import { openCaseAs } from './open-case-as.ts';
import { portableFormat } from './portable/portable-format.ts';

/** The formats of this program. Formats that give way to others are tried in this order. */
export const CASE_FORMATS: readonly CaseFormat[] = [
  portableFormat,
  ipedFormat,
  autopsyFormat,
  whatsAppFormat,
  slackFormat,
  loadFileFormat,
  mailFormat,
];

/** Like `openCaseAs`, for all formats if none are named. */
export async function openCase(
  path: string,
  formats: readonly CaseFormat[] = CASE_FORMATS,
  options: CaseOptions = {},
): Promise<CaseReader> {
  return openCaseAs(path, formats, options);
}
