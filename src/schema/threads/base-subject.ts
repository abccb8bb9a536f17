/** Strips the prefixes of replies and forwarded mails from a subject. */

/** Prefixes of replies and of forwarded mails, in the languages of mail programs. docs/threads.md lists them. */
const MARKS: ReadonlySet<string> = new Set(
  [
    // Replies.
    're r aw antw antwort res resp rép sv vs vá odp ynt ref rif bls atb απ σχετ ответ на 回复 答复 回覆 답장 返信 השב رد',
    // Forwarded mails.
    'fw fwd wg enc tr trans rv vb vl vk pd i doorst vidaresänt továbbítás ilt πρθ fs bb пересл 转发 轉寄 전달 転送 הועבר',
  ].flatMap((list) => list.split(' ')),
);

/** Characters of a subject that are read. */
const SUBJECT_UNITS_MAX = 512;
const MARK_UNITS_MAX = 12;
/** `Re[2]:`, `Re(2):`, `Re^2:`. */
const COUNT = /^\s*(?:\[\d{1,4}\]|\(\d{1,4}\)|\^\d{1,4})?\s*$/;
/** `[list] ` of a mailing list. */
const LABEL = /^\[[^[\]]{1,64}\]\s*/;
/** White space other than a single space. */
const UNEVEN = /[^\S ]|\s\s/;
const FORWARDED = /\s*\(fwd\)\s*$/i;

export interface BaseSubject {
  /** In lower case, with single spaces; empty if nothing is left. */
  readonly text: string;
  /** Whether it had a prefix. */
  readonly isMarked: boolean;
}

export function baseSubject(subject: string): BaseSubject {
  let text = subject.slice(0, SUBJECT_UNITS_MAX).normalize('NFC').toLowerCase().trim();
  if (UNEVEN.test(text)) text = text.replace(/\s+/g, ' ');
  let isMarked = false;
  for (;;) {
    const shorter = text.endsWith(')') ? text.replace(FORWARDED, '') : text;
    if (shorter !== text) {
      text = shorter;
      isMarked = true;
      continue;
    }
    const behind = behindMark(text);
    if (behind !== null) {
      text = behind;
      isMarked = true;
      continue;
    }
    const label = text.startsWith('[') ? LABEL.exec(text) : null;
    if (label === null || label[0].length === text.length) return { text, isMarked };
    text = text.slice(label[0].length);
  }
}

/** Returns the text after `re:` and the like; null if there is no such prefix. */
function behindMark(text: string): string | null {
  if (!text.includes(':') && !text.includes('：')) return null;
  const colon = text.slice(0, MARK_UNITS_MAX + 8).search(/[:：]/);
  if (colon <= 0) return null;
  const mark = /^[^\s[(^]{1,12}/.exec(text.slice(0, colon))?.[0] ?? '';
  if (!MARKS.has(mark) || !COUNT.test(text.slice(mark.length, colon))) return null;
  return text.slice(colon + 1).trimStart();
}
