/** The texts of the page in the chosen language, English or Portuguese. Portuguese is loaded on demand. */
import { effect, signal } from '@preact/signals';
import { language } from '../state/settings.ts';
import { en, type Messages } from './en.ts';

export const LANGUAGES = { en: 'English', pt: 'Português' } as const;
export type Language = keyof typeof LANGUAGES;

const isKnown = (code: string): code is Language => Object.hasOwn(LANGUAGES, code);

/** Returns the chosen language, or that of the browser if the page supports it. */
export function chosenLanguage(): Language {
  if (isKnown(language.value)) return language.value;
  const own = navigator.languages.map((code) => code.slice(0, 2)).find(isKnown);
  return own ?? 'en';
}

const messages = signal<Messages>(en);

effect(() => {
  const code = chosenLanguage();
  document.documentElement.lang = code;
  if (code === 'en') messages.value = en;
  else void loadPortuguese();
});

async function loadPortuguese(): Promise<void> {
  const { pt } = await import('./pt.ts');
  if (chosenLanguage() === 'pt') messages.value = pt;
}

export function t(): Messages {
  return messages.value;
}
