/**
 * Parses the first line of a message of a WhatsApp export, as iPhones (`[date, time] Name: text`) and other phones (`date, time
 * - Name: text`) write it, in any language.
 */
import { SENDER_UNITS_MAX } from './limits.ts';

export interface MessageLine {
  readonly spelling: 'brackets' | 'dash';
  readonly date: LineDate;
  /** `10:20:30`, 24 hours. */
  readonly time: string;
  /** Date and time as written. */
  readonly written: string;
  /** Null for a line of the application itself. */
  readonly sender: string | null;
  readonly text: string;
}

/** Three numbers as written. */
export interface LineDate {
  readonly numbers: readonly [number, number, number];
  readonly separator: string;
  readonly isYearFirst: boolean;
}

/** Marks of text direction and byte order, which are ignored here. */
const MARKS = '\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff';
const DATE = '(\\d{1,4})(?<separator>[./-] ?)(\\d{1,2})\\k<separator>(\\d{1,4})\\.?';
/** Words for the halves of the day. They precede the time in Chinese, Japanese and Korean, and follow it in other languages. */
const BEFORE_NOON = ['上午', '凌晨', '早上', '午前', '오전', 'π.μ.', 'ص', 'SA'];
const AFTER_NOON = ['下午', '晚上', '午後', '오후', 'μ.μ.', 'م', 'CH'];
/** Eleven to one o'clock. */
const AROUND_NOON = '中午';
const HALVES = [...BEFORE_NOON, ...AFTER_NOON, AROUND_NOON].map((word) => word.replaceAll('.', '\\.')).join('|');
const TIME = `(?<early>${HALVES})?[\\s\\u00a0\\u202f]?(\\d{1,2})[:.](\\d{2})(?:[:.](\\d{2}))?(?:[\\s\\u00a0\\u202f]*(?:([ap])\\.?[\\s\\u00a0\\u202f]*m\\.?|(?<late>${HALVES})))?`;
const BRACKETS = new RegExp(
  `^[${MARKS}]*\\[[${MARKS}]*(${DATE}[,\\u060c]?[\\s\\u00a0\\u202f]{1,3}${TIME})[${MARKS}]*\\][${MARKS} ]*(.*)$`,
  'is',
);
const DASH = new RegExp(
  `^[${MARKS}]*(${DATE}[,\\u060c]?[\\s\\u00a0\\u202f]{1,3}${TIME})[${MARKS}]* [-\\u2013] ?(.*)$`,
  'is',
);
const ALL_MARKS = new RegExp(`[${MARKS}]+`, 'g');
const LEADING_MARKS = new RegExp(`^[${MARKS}\\s]+`);
/** Only this much of a line is searched for a date. A line without a date continues a message. */
const START_UNITS_MAX = 80;

export function messageLine(line: string): MessageLine | null {
  if (!/\d/.test(line.slice(0, START_UNITS_MAX))) return null;
  const brackets = BRACKETS.exec(line);
  const match = brackets ?? DASH.exec(line);
  if (match === null) return null;
  const { groups } = match;
  const [, written, first, separator, second, third, , hour, minute, seconds, latin, , rest] = match;
  const word = groups?.early ?? groups?.late;
  const isEarly = word === AROUND_NOON ? hour === '11' : word !== undefined && BEFORE_NOON.includes(word);
  const half = word === undefined ? latin : isEarly ? 'a' : 'p';
  const isYearFirst = first!.length === 4;
  // A year has two or four digits, and is first or last.
  if (first!.length === 3 || third!.length === 3 || (isYearFirst && third!.length > 2)) return null;
  const time = timeOf(Number(hour), Number(minute), Number(seconds ?? 0), half);
  if (time === null) return null;
  const numbers = [Number(first), Number(second), Number(third)] as const;
  const date = { numbers, separator: separator!.trim(), isYearFirst };
  return { spelling: brackets === null ? 'dash' : 'brackets', date, time, written: written!, ...senderOf(rest!) };
}

const ALIKE = /^\W{0,3}\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}\D.{0,30}\d[:.]\d{2}.{0,200}: /s;

/** Whether a line looks like the beginning of a message although it is none. */
export function resemblesMessage(line: string): boolean {
  return ALIKE.test(line.slice(0, START_UNITS_MAX + SENDER_UNITS_MAX));
}

/** Removes marks of text direction and blanks at the beginning. */
export function withoutMarks(text: string): string {
  return text.replace(LEADING_MARKS, '');
}

function timeOf(hour: number, minute: number, second: number, half: string | undefined): string | null {
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const hours = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hours > 23 || minute > 59 || second > 59) return null;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(hours)}:${two(minute)}:${two(second)}`;
}

/** A name with quotation marks means a line of the application: `Ada changed the subject to "Plan: B"`. */
function senderOf(rest: string): Pick<MessageLine, 'sender' | 'text'> {
  const colon = /:(?: |$)/.exec(rest.slice(0, SENDER_UNITS_MAX + 1));
  const sender = colon === null ? '' : rest.slice(0, colon.index).replace(ALL_MARKS, '').trim();
  if (colon === null || sender === '' || /["“”„«»]/.test(sender)) return { sender: null, text: withoutMarks(rest) };
  return { sender, text: withoutMarks(rest.slice(colon.index + colon[0].length)) };
}
