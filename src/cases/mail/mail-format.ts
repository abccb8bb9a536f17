/** Mailboxes, single mails and folders of them as a format of cases: docs/mail.md has the rules. */
import type { CaseFormat } from '../case-format.ts';
import { unreadable } from '../unreadable-case.ts';
import { MailCase } from './mail-case.ts';
import { findMailFiles, lackOfMail } from './mail-files.ts';

/** Raised when part references, or the rules by which mails become items, change: indexes are then built again. */
const VERSION = 1;

export const mailFormat: CaseFormat = {
  name: 'mail',
  version: VERSION,
  givesWay: true,

  detect: lackOfMail,

  /** Folders of other exports may have mail in them. */
  isUnsure: ({ isFile }) => Promise.resolve(!isFile),

  /** Only names, sizes and times are looked at. */
  async open(location) {
    const found = await findMailFiles(location);
    if (found.files.length === 0) throw unreadable(location.path, 'no mail (.mbox, .eml, Maildir) is in it');
    return new MailCase(location, mailFormat, found);
  },
};
