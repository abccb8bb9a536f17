/** Server-Sent Events as text. JSON has no line breaks, so an event has one line of data. */

/** Comment that keeps an idle stream open. */
export const COMMENT = ':\n\n';

/** Milliseconds that a browser waits before it reconnects. */
const RETRY_MS = 3000;

/** `id` null: not a position to resume from. */
export function eventText(name: string, data: object, id: string | null = null): string {
  const retry = name === 'ready' ? `retry: ${RETRY_MS}\n` : '';
  return `event: ${name}\n${id === null ? '' : `id: ${id}\n`}${retry}data: ${JSON.stringify(data)}\n\n`;
}
