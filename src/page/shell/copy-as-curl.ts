/** Writes the request behind the current view as a command line. Scripts can do everything that the page does. */
import { t } from '../language/words.ts';
import { askedSet, sortText } from '../state/address.ts';
import { splitList } from '../state/list-text.ts';
import { say } from '../state/notice.ts';
import { columns } from '../state/settings.ts';
import { copyText } from './copy-text.ts';

export async function copyAsCurl(): Promise<void> {
  const sort = sortText.peek();
  const body = {
    ...askedSet.peek(),
    ...(sort === '' ? {} : { sort: splitList(sort) }),
    properties: columns.peek(),
    limit: 100,
  };
  const url = new URL('../hits', location.href).href;
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const command = `curl ${quoted(url)} -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`;
  if (await copyText(command)) say(t().copied);
  else say(t().notCopied(command), { isFault: true });
}
