/**
 * The look and the words of a report. An office may change this data, in a folder with `template.json` and an optional logo.
 * Nothing in it is executed: words are text, and the only style is a colour.
 */
import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import { TEMPLATE_WORD_UNITS_MAX } from '../limits.ts';
import { en } from './en.ts';
import { pt } from './pt.ts';
import type { ReportWords } from './words.ts';

export const LANGUAGES = { en, pt } as const;
export type ReportLanguage = keyof typeof LANGUAGES;

export interface Template {
  /** Used for `lang`, and to format numbers. */
  readonly language: string;
  readonly words: ReportWords;
  /** Display names of properties, by their name in a case. */
  readonly properties: Readonly<Record<string, string>>;
  /** `#rrggbb`, for headings. */
  readonly colour: string;
  readonly logo: { readonly fileName: string; readonly bytes: Uint8Array; readonly description: string } | null;
}

const COLOUR = '#1f4e5f';

/** Returns the built-in template. */
export function usualTemplate(language: ReportLanguage): Template {
  return { language, words: LANGUAGES[language], properties: {}, colour: COLOUR, logo: null };
}

/** Also checks that numbers can be formatted. */
function isLanguageTag(tag: string): boolean {
  try {
    return tag.length <= LANGUAGE_UNITS_MAX && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const LANGUAGE_UNITS_MAX = 35;

const text = z.string().max(TEMPLATE_WORD_UNITS_MAX, `has more than ${TEMPLATE_WORD_UNITS_MAX} characters`);

const fileSchema = z.strictObject({
  /** The language of the words that the template does not replace. */
  language: z.enum(['en', 'pt'], 'is neither en nor pt'),
  /** Needed if the words are in another language. */
  lang: z.string().refine(isLanguageTag, 'is not a language tag, such as "de" or "pt-BR"').optional(),
  colour: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'is not a colour, such as "#1f4e5f"')
    .optional(),
  logo: z
    .string()
    .regex(/^[\w][\w.-]{0,99}$/, 'is not the name of a file in this folder: letters, digits, ".", "-" and "_"')
    .optional(),
  logoDescription: text.optional(),
  words: z.record(z.string(), text).optional(),
  properties: z.record(z.string(), text).optional(),
});

export type TemplateFile = z.infer<typeof fileSchema>;

/** Throws AppError INVALID_REQUEST, without the file name. */
export function parseTemplate(json: string): Omit<Template, 'logo'> & Pick<TemplateFile, 'logo' | 'logoDescription'> {
  let given: unknown;
  try {
    given = JSON.parse(json.replace(/^\ufeff/, ''));
  } catch (cause) {
    // The parser's message would quote the file, which may be a file that was given by mistake.
    throw new AppError('INVALID_REQUEST', 'is not valid JSON', { cause });
  }
  const { data, error } = fileSchema.safeParse(given);
  if (data === undefined) {
    const { path, message } = error.issues[0]!;
    throw new AppError('INVALID_REQUEST', `${path.length === 0 ? 'it' : JSON.stringify(path.join('.'))} ${message}`);
  }
  const { language, lang = language, colour = COLOUR, words = {}, properties = {} } = data;
  return {
    language: lang,
    words: replaced(LANGUAGES[language], words),
    properties,
    colour,
    logo: data.logo,
    logoDescription: data.logoDescription,
  };
}

/** Throws AppError INVALID_REQUEST for an unknown word, and for one whose placeholders differ from the default. */
function replaced(usual: ReportWords, own: Readonly<Record<string, string>>): ReportWords {
  for (const [name, word] of Object.entries(own)) {
    if (!Object.hasOwn(usual, name)) {
      throw new AppError('INVALID_REQUEST', `"words.${name}" is not a word of reports`);
    }
    const wanted = slotsOf(usual[name as keyof ReportWords]);
    const odd = [...slotsOf(word)].find((slot) => !wanted.has(slot));
    if (odd !== undefined) {
      const known = wanted.size === 0 ? 'it has none' : `it has ${[...wanted].join(' and ')}`;
      throw new AppError('INVALID_REQUEST', `"words.${name}" has the unknown placeholder ${odd}: ${known}`);
    }
  }
  return { ...usual, ...own };
}

function slotsOf(word: string): ReadonlySet<string> {
  return new Set(word.match(/\{\w+\}/g) ?? []);
}

/** Returns a `template.json` with every word of a language, to be edited. */
export function templateText(language: ReportLanguage): string {
  const file: TemplateFile = {
    language,
    colour: COLOUR,
    words: { ...LANGUAGES[language] },
    properties: { name: 'name', path: 'path' },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}
