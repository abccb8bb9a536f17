/** Server-Sent Events as text. JSON has no line ends, so that an event has one line of data. */

/** Comment that keeps an idle stream open. */
export const COMMENT = ':\n\n';

/** How long a browser waits before it connects again, in milliseconds. */
const RETRY_MS = 3000;

/** `id` null: it is no place to resume from. */
export function eventText(name: string, data: object, id: string | null = null): string {
  const retry = name === 'ready' ? `retry: ${RETRY_MS}\n` : '';
  return `event: ${name}\n${id === null ? '' : `id: ${id}\n`}${retry}data: ${JSON.stringify(data)}\n\n`;
}
