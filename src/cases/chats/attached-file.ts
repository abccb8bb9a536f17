/** Finds the attached file in a message of a WhatsApp export, whatever the language of the phone. */
import { withoutMarks } from './message-line.ts';

export interface AttachedFile {
  readonly name: string;
  /** The rest of the message, which is its caption. */
  readonly caption: string;
}

/** Matches `<attached: 00000012-PHOTO-….jpg>` and its translations, on its own line or after the text. */
const BRACKETS = /<[^<>:\n]{2,40}[:：]\s*([^<>/\\\n]{1,250}\.[A-Za-z0-9]{1,10})>\s*$/u;
/** Matches `IMG-….jpg (file attached)` and its translations. */
const BEHIND = /^([^/\\\n]{1,250}\.[A-Za-z0-9]{1,10}) \(([^()\n]{2,40})\)$/u;
const WORDS =
  /^(?:file attached|datei angehängt|archivo adjunto|arquivo anexado|ficheiro anexado|fichier joint|file allegato|bestand bijgevoegd|файл добавлен|plik dołączony|dosya ekli|קובץ מצורף|الملف مرفق|फ़ाइल अटैच्ड)$/iu;

/** `isThere`: whether the chat comes with a file of that name. If so, the words in parentheses may be in any language. */
export function attachedFile(text: string, isThere: (name: string) => boolean): AttachedFile | null {
  const end = text.indexOf('\n');
  const first = withoutMarks(end < 0 ? text : text.slice(0, end)).trimEnd();
  const rest = end < 0 ? '' : text.slice(end + 1);
  const behind = BEHIND.exec(first);
  if (behind !== null && (isThere(behind[1]!) || WORDS.test(behind[2]!))) return { name: behind[1]!, caption: rest };
  const brackets = BRACKETS.exec(text);
  if (brackets === null) return null;
  return { name: brackets[1]!, caption: withoutMarks(text.slice(0, brackets.index)).replace(/[\s\u200e]+$/, '') };
}
