/** Writes mails as they travel: headers, a body as text and perhaps as HTML, attachments, mails inside mails. */
const LINE = 76;

/**
 * `mail`: from, to, cc, subject, date, id, inReplyTo, text, html. `inline`: a picture that the HTML shows (`cid:`). `attachments`: name, contentType,
 * content. `more`: further headers, name and value.
 */
export function mimeBytes(mail, attachments, { inline, more = [] } = {}) {
  const headers = [
    ['From', address(mail.from)],
    ['To', mail.to.map(address).join(', ')],
    ...(mail.cc === undefined ? [] : [['Cc', mail.cc.map(address).join(', ')]]),
    ['Subject', encodedWords(mail.subject)],
    ['Date', dateOf(mail.date)],
    ['Message-ID', mail.id],
    ...(mail.inReplyTo === undefined
      ? []
      : [
          ['In-Reply-To', mail.inReplyTo],
          ['References', mail.inReplyTo],
        ]),
    ...more,
    ['MIME-Version', '1.0'],
  ];
  const plain = textPart('text/plain', mail.text);
  const page = mail.html === undefined ? null : textPart('text/html', mail.html);
  const shown =
    page === null
      ? plain
      : multipart('alternative', [
          plain,
          inline === undefined ? page : multipart('related', [page, pictureOf(inline)]),
        ]);
  const body = attachments.length === 0 ? shown : multipart('mixed', [shown, ...attachments.map(attachmentOf)]);
  return Buffer.from(`${headers.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n${body}`, 'latin1');
}

/** A mailbox of mails: one after the other, each behind a line of its own. */
export function mailbox(mails) {
  return Buffer.concat(
    mails.flatMap(({ from, date, bytes }) => [
      Buffer.from(`From ${/[\w.-]+@[\w.-]+/.exec(from)[0]} ${asctime(date)}\n`),
      Buffer.from(
        bytes
          .toString('latin1')
          .replaceAll('\r\n', '\n')
          .replace(/^(>*From )/gm, '>$1'),
        'latin1',
      ),
      Buffer.from('\n\n'),
    ]),
  );
}

function textPart(type, text) {
  const isPlain = /^[\n\x20-\x7e]*$/.test(text) && text.split('\n').every((line) => line.length < 900);
  const body = isPlain ? text.replaceAll('\n', '\r\n') : base64(Buffer.from(text));
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: ${isPlain ? '7bit' : 'base64'}\r\n\r\n${body}`;
}

function attachmentOf({ name, contentType, content }) {
  const named = /^[\x20-\x7e]*$/.test(name) ? `filename="${name}"` : `filename*=utf-8''${encodeURIComponent(name)}`;
  const head = `Content-Type: ${contentType}\r\nContent-Disposition: attachment; ${named}\r\n`;
  // A mail inside a mail stands there as it is.
  if (contentType === 'message/rfc822') return `${head}\r\n${content.toString('latin1')}`;
  return `${head}Content-Transfer-Encoding: base64\r\n\r\n${base64(content)}`;
}

function pictureOf({ id, name, contentType, content }) {
  return `Content-Type: ${contentType}\r\nContent-ID: <${id}>\r\nContent-Disposition: inline; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(content)}`;
}

function multipart(kind, parts) {
  // No part holds this line: levels differ, and the same level follows itself only after its end.
  const boundary = `=_${kind}_${parts.length}_${parts.reduce((sum, part) => sum + part.length, 0)}`;
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`;
}

function base64(bytes) {
  return bytes.toString('base64').replace(new RegExp(`.{${LINE}}`, 'g'), '$&\r\n');
}

function address(text) {
  const [, name, rest] = /^(.*?)(\s*<[^>]*>|\S+@\S+)$/.exec(text);
  return `${name.startsWith('"') ? name : encodedWords(name)}${rest}`;
}

/** Words outside ASCII as RFC 2047 writes them, forty bytes each so that lines stay short. */
function encodedWords(text) {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const words = [...text].reduce((found, character) => {
    if (Buffer.byteLength(found.at(-1) ?? 'x'.repeat(46)) > 40) found.push('');
    found[found.length - 1] += character;
    return found;
  }, []);
  return words.map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function dateOf(iso) {
  const [, local, offset] = /^(.*?)(Z|[+-]\d\d:\d\d)$/.exec(iso);
  const time = new Date(`${local}Z`);
  return `${DAYS[time.getUTCDay()]}, ${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]} ${time.getUTCFullYear()} ${local.slice(11, 19)} ${offset === 'Z' ? '+0000' : offset.replace(':', '')}`;
}

function asctime(iso) {
  const time = new Date(iso);
  const clock = time.toISOString().slice(11, 19);
  return `${DAYS[time.getUTCDay()]} ${MONTHS[time.getUTCMonth()]} ${String(time.getUTCDate()).padStart(2)} ${clock} ${time.getUTCFullYear()}`;
}
