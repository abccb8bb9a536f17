/** Shows a mail: headers and attachments as parsed by the server, the body in a frame without scripts and requests. */
import type { MailView } from '../api/answers.ts';
import { client, itemOf } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { t } from '../language/words.ts';
import { Evidence } from '../shell/visible-text.tsx';
import type { OpenItem } from '../state/item.ts';
import { Attachments } from './attachments.tsx';
import { MarkedFrame } from './marked-frame.tsx';

/** Always visible. The rest unfolds. */
const MAIN = ['from', 'to', 'cc', 'bcc', 'date', 'subject'];

export function Mail({ open }: { readonly open: OpenItem }) {
  const { answer: mail, fault } = useAnswer((signal) => client.ask('getView', itemOf(open), undefined, { signal }));
  if (fault.value !== '') return <p class="empty warn">{t().unreadable(fault.value)}</p>;
  if (mail.value === null) return <p class="empty faint">{t().loading}</p>;
  const { headers, attachments } = mail.value;
  const isMain = ([name]: readonly [string, string]): boolean => MAIN.includes(name.toLowerCase());
  const rest = headers.filter((header) => !isMain(header));
  return (
    <div class="mail">
      <div class="mail-head">
        <Headers headers={headers.filter(isMain)} />
        {rest.length > 0 && (
          <details>
            <summary>{t().otherHeaders(rest.length)}</summary>
            <Headers headers={rest} />
          </details>
        )}
        <Attachments of={open} attachments={attachments} />
      </div>
      <MarkedFrame open={open} />
    </div>
  );
}

function Headers({ headers }: { readonly headers: MailView['headers'] }) {
  return (
    <dl class="headers">
      {headers.map(([name, value], i) => (
        <div key={i}>
          <dt>
            <Evidence text={name} />
          </dt>
          <dd>
            <Evidence text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
