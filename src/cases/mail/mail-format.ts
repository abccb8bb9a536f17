/** Mailboxes, single mails and folders of them as a case format; docs/mail.md describes the rules. */
import type { CaseFormat } from '../case-format.ts';
import { unreadableCase } from '../unreadable-case.ts';
import { MailCase } from './mail-case.ts';
import { findMailFiles, lackOfMail } from './mail-files.ts';

/** Raised when part references change, or the rules by which mails become items. Indexes are then built again. */
const VERSION = 1;

export const mailFormat: CaseFormat = {
  name: 'mail',
  version: VERSION,
  givesWay: true,

  detect: lackOfMail,

  /** Folders of other exports may contain mail. */
  isUnsure: ({ isFile }) => Promise.resolve(!isFile),

  /** Reads only names, sizes and times. */
  async open(location) {
    const found = await findMailFiles(location);
    if (found.files.length === 0) throw unreadableCase(location.path, 'no mail (.mbox, .eml, Maildir) is in it');
    return new MailCase(location, mailFormat, found);
  },
};
