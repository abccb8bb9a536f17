/** Moments in the chosen time zone, in a sortable form. */
import { computed } from '@preact/signals';
import { timeZone } from './settings.ts';

/** UTC comes first. The browser knows the rest. */
export const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

const format = computed(() => {
  const options = { dateStyle: 'short', timeStyle: 'medium', timeZone: timeZone.value } as const;
  // Swedish date formatting is the same as ISO 8601.
  try {
    return new Intl.DateTimeFormat('sv-SE', options);
  } catch {
    return new Intl.DateTimeFormat('sv-SE', { ...options, timeZone: 'UTC' });
  }
});

/** Returns `2021-05-04 13:45:07`. Dates without a time and other texts are unchanged. */
export function shownTime(value: string): string {
  if (!/^\d{4}-\d\d-\d\dT/.test(value)) return value;
  const moment = Date.parse(value);
  // Years before 1000 also get four digits, so that they sort correctly.
  return Number.isNaN(moment)
    ? value
    : format.value.format(moment).replace(/^\d{1,3}(?=-)/, (year) => year.padStart(4, '0'));
}

/** Returns the moment at which a day (`2021-05-04`) begins in a zone. */
export function dayBegins(day: string, zone: string): string {
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  // Computed twice, because the offset may change between the first guess and the beginning of the day.
  const guess = asUtc - offsetOf(asUtc, zone);
  return new Date(asUtc - offsetOf(guess, zone)).toISOString();
}

function offsetOf(moment: number, zone: string): number {
  const options = { dateStyle: 'short', timeStyle: 'medium', timeZone: zone } as const;
  const local = new Intl.DateTimeFormat('sv-SE', options).format(moment);
  return Date.parse(`${local.replace(' ', 'T')}Z`) - moment;
}
