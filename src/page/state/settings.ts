/** Personal settings, stored in this browser only. */
import { computed, effect, type Signal, signal } from '@preact/signals';

const PREFIX = 'case-access.';

/** Returns a signal whose value is stored. `accepts` validates values of older releases. */
function kept<T>(name: string, initial: T, accepts: (value: unknown) => value is T): Signal<T> {
  const value = signal<T>(stored(name, accepts) ?? initial);
  effect(() => {
    const text = JSON.stringify(value.value);
    try {
      if (value.value === initial) localStorage.removeItem(PREFIX + name);
      else localStorage.setItem(PREFIX + name, text);
    } catch {
      // If the browser refuses storage, the page works without it.
    }
  });
  return value;
}

function stored<T>(name: string, accepts: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
    return accepts(value) ? value : null;
  } catch {
    return null;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isWidths = (value: unknown): value is Readonly<Record<string, number>> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isNumber);

export const DEFAULT_COLUMNS: readonly string[] = ['name', 'category', 'length', 'modified', 'path'];

export const columns = kept<readonly string[]>('columns', DEFAULT_COLUMNS, isTexts);
export const columnWidths = kept<Readonly<Record<string, number>>>('widths', {}, isWidths);
export const withSnippets = kept('snippets', false, isFlag);
export const timeZone = kept('zone', 'UTC', isText);
export const timelineField = kept('timeline', '', isText);
export const timelineInterval = kept('interval', 'month', isText);
export const theme = kept('theme', 'auto', isText);
/** Whether pages and mails keep a light background in the dark scheme. */
export const lightPages = kept('light-pages', false, isFlag);
/** Whether presence is shown, in both directions. */
export const isPresenceShown = kept('presence', true, isFlag);
export const treeOnlyHits = kept('tree-only-hits', true, isFlag);
export const language = kept('language', '', isText);
export const itemWidth = kept('item-width', 460, isNumber);
export const facetFields = kept<readonly string[]>('facets', [], isTexts);
/** On a narrow screen the sidebar covers the hits, and is closed at first. */
const wide = matchMedia('(min-width: 901px)');
export const isSidebarShown = kept('sidebar', wide.matches, isFlag);
wide.addEventListener('change', () => {
  isSidebarShown.value = wide.matches;
});

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(darkSystem.matches);
darkSystem.addEventListener('change', () => {
  isSystemDark.value = darkSystem.matches;
});
export const isDark = computed(() => theme.value === 'dark' || (theme.value === 'auto' && isSystemDark.value));

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
});

export { isTexts, kept };
