/** The mailboxes with what hangs on their mails, and the chats of the laptop. */
import { archiveMails, ruiChat } from './archive-mails.mjs';
import { chatDatabase } from './chat-database.mjs';
import { chat, mails } from './messages.mjs';
import { mailbox, mimeBytes } from './mime.mjs';

/** The inbox. What is inside its archives is returned, to be added behind everything else. */
export function addInbox(writer, folders, home, files) {
  const place = { parentId: folders.get(`${home}/Mail`), name: 'inbox.mbox', path: `${home}/Mail/inbox.mbox` };
  return addMailbox(writer, { ...place, mails, files, modified: '2023-03-25T06:20:00Z' });
}

export function addArchive(writer, folders, home, files) {
  const place = { parentId: folders.get(`${home}/Mail`), name: 'archive.mbox', path: `${home}/Mail/archive.mbox` };
  return addMailbox(writer, { ...place, mails: archiveMails, files, modified: '2023-04-02T11:35:00Z' });
}

function addMailbox(writer, { parentId, name, path, mails: list, files, modified }) {
  const written = list.map((mail, n) =>
    writeMail(mail, `<${n + 1}.${name.replace('.mbox', '')}@garca-azul.example>`, files),
  );
  const box = writer.add({
    parentId,
    properties: {
      name,
      path,
      type: 'mbox',
      ext: 'mbox',
      category: 'Mailboxes',
      contentType: 'application/mbox',
      hasChildren: true,
      modified,
    },
    content: mailbox(written),
  });
  const inner = [];
  for (const [n, mail] of written.entries()) {
    const place = { parentId: box, path, textAs: n % 2 === 0 ? 'pack' : 'inline' };
    inner.push(...addMail(writer, mail, place));
  }
  return inner;
}

/** A mail with its bytes, and the files that hang on it. */
function writeMail(mail, id, files) {
  const attached = mail.attachments.map((name) => files.get(name));
  if (mail.attachedMail !== undefined) {
    const inner = writeMail(mail.attachedMail, id.replace('<', '<inner.'), files);
    const file = { name: `${inner.subject}.eml`, contentType: 'message/rfc822', content: inner.bytes };
    attached.push({ ...file, mail: inner });
  }
  const picture = mail.inline === undefined ? undefined : files.get(mail.inline.name);
  const inline = picture === undefined ? undefined : { ...picture, id: mail.inline.id };
  const apart = attached.filter(({ name }) => name !== inline?.name);
  return { ...mail, id, files: attached, bytes: mimeBytes({ ...mail, id }, apart, { inline }) };
}

function addMail(writer, mail, { parentId, path: outer, textAs, isAttachment = false }) {
  const name = mail.subject === '' ? '(no subject).eml' : `${mail.subject}.eml`;
  const path = `${outer}>>${name}`;
  const id = writer.add({
    parentId,
    properties: {
      name,
      path,
      type: 'eml',
      category: isAttachment ? ['Emails', 'Email Attachments'] : 'Emails',
      contentType: 'message/rfc822',
      subitem: true,
      title: mail.subject,
      author: mail.from,
      created: mail.date,
      modified: mail.date,
      'Message:From': mail.from,
      'Message:To': mail.to,
      ...(mail.cc === undefined ? {} : { 'Message:Cc': mail.cc }),
      'Message:Subject': mail.subject,
      'Message:ID': mail.id,
      'Message:Size': mail.bytes.length,
      ...(mail.files.length > 0 ? { hasChildren: true, 'Message:Attachments': mail.files.length } : {}),
    },
    text: `From: ${mail.from}\nTo: ${mail.to.join(', ')}\nSubject: ${mail.subject}\n\n${mail.text}`,
    textAs,
    content: mail.bytes,
    contentAs: 'pack',
  });
  return mail.files.flatMap((file) => {
    if (file.mail !== undefined) return addMail(writer, file.mail, { parentId: id, path, textAs, isAttachment: true });
    const properties = { modified: mail.date, ...file.properties, 'Message:IsAttachment': true };
    properties.category = [file.properties.category, 'Email Attachments'].flat();
    return addFile(writer, { ...file, properties }, { parentId: id, path });
  });
}

/** A file inside another item. Returns what is inside it in turn, which is not added yet. */
export function addFile(writer, file, { parentId, path: outer }) {
  const path = `${outer}>>${file.name}`;
  const id = writer.add({
    parentId,
    properties: {
      name: file.name,
      path,
      subitem: 'true',
      ...file.properties,
      ...(file.children === undefined ? {} : { hasChildren: true }),
    },
    ...(file.text === undefined ? {} : { text: file.text }),
    ...(file.thumb === undefined ? {} : { thumb: file.thumb }),
    content: file.content,
  });
  return (file.children ?? []).map((child) => ({ file: child, place: { parentId: id, path } }));
}

/** What is inside archives, level by level; an archive knows one time of its files. */
export function addInner(writer, inner) {
  const modified = '2023-02-19T12:00:00Z';
  for (let level = inner; level.length > 0; ) {
    level = level.flatMap(({ file, place }) =>
      addFile(writer, { ...file, properties: { modified, ...file.properties } }, place),
    );
  }
}

export function addHeronChat(writer, folders, home) {
  const messages = chat.map(([author, text], n) => {
    const time = new Date(Date.UTC(2023, 3, 4, 21, n * 7, n)).toISOString();
    return { author, text, time };
  });
  return addChat(writer, { folders, home, group: 'heron', messages, modified: '2023-04-04T23:11:00Z' });
}

/** A chat of months, in which a picture hangs on a message. */
export async function addRuiChat(writer, folders, home, photos) {
  const messages = ruiChat.map(([time, author, text, attachment]) => ({ author, text, time, attachment }));
  const ids = await addChat(writer, { folders, home, group: 'rui', messages, modified: '2023-04-04T20:11:00Z' });
  for (const [n, { attachment, time }] of messages.entries()) {
    if (attachment === undefined) continue;
    const { bytes, properties } = photos.get(attachment);
    const file = { name: attachment, content: bytes, properties: { ...properties, modified: time } };
    addFile(writer, file, { parentId: ids[n], path: `${home}/Chat/group-rui.db>>message ${n + 1}` });
  }
}

async function addChat(writer, { folders, home, group, messages, modified }) {
  const path = `${home}/Chat/group-${group}.db`;
  const database = writer.add({
    parentId: folders.get(`${home}/Chat`),
    properties: {
      name: `group-${group}.db`,
      path,
      type: 'sqlite',
      ext: 'db',
      category: 'Databases',
      contentType: 'application/x-sqlite3',
      hasChildren: true,
      modified,
    },
    content: await chatDatabase(group, messages),
  });
  return messages.map(({ author, text, time, attachment }, n) =>
    writer.add({
      parentId: database,
      properties: {
        name: `message ${n + 1}`,
        path: `${path}>>message ${n + 1}`,
        type: 'chat-message',
        category: 'Chats',
        contentType: 'message/x-chat',
        subitem: true,
        author,
        created: time,
        modified: time,
        'chat:group': group,
        'chat:number': n + 1,
        ...(group === 'heron' ? { 'chat:account': 9007199254740990 + n } : {}),
        ...(attachment === undefined ? {} : { hasChildren: true }),
        ...(text.startsWith('sending location') ? { 'common:geo:lat': 51.9496, 'common:geo:long': 4.1453 } : {}),
      },
      text,
    }),
  );
}
