/** The phone of Rui Tavares: a group chat, messages of a number without a name, a thread of nine mails, and the table that matters. */
import { join } from 'node:path';
import { textFile } from './attachments.mjs';
import { CaseWriter } from './case-writer.mjs';
import { addFile } from './laptop-messages.mjs';
import { mimeBytes } from './mime.mjs';
import { tables, thread } from './phone-mails.mjs';
import { group, number, numberless, owner } from './phone-messages.mjs';

const root = 'phone';

export async function makeRuiPhone(dir, { photos }) {
  const writer = new CaseWriter(join(dir, 'rui-phone'), { name: 'Phone of Rui Tavares (invented sample)', firstId: 1 });
  const folders = new Map();
  for (const path of [root, `${root}/WhatsApp`, `${root}/SMS`, `${root}/Mail`]) addFolder(writer, folders, path);
  addGroup(writer, folders, photos);
  addNumberless(writer, folders);
  addThread(writer, folders);
  await writer.finish([{ lines: Number.POSITIVE_INFINITY, gzip: false }]);
}

function addFolder(writer, folders, path) {
  const slash = path.lastIndexOf('/');
  const id = writer.add({
    ...(slash < 0 ? {} : { parentId: folders.get(path.slice(0, slash)) }),
    properties: { name: path.slice(slash + 1), path, isDir: true, treeNode: 'true', category: 'Folders' },
  });
  folders.set(path, id);
}

function addGroup(writer, folders, photos) {
  const path = `${root}/WhatsApp/${group.name}`;
  const chat = writer.add({
    parentId: folders.get(`${root}/WhatsApp`),
    properties: {
      name: group.name,
      path,
      category: 'Chats',
      contentType: 'application/x-whatsapp-chat',
      childrenInOrder: true,
      hasChildren: true,
      Participants: group.participants,
    },
  });
  const ids = [];
  const answered = new Set(group.messages.map(([, , , more]) => more?.answers));
  for (const [n, [time, from, text, { answers, deleted, file, missing } = {}]] of group.messages.entries()) {
    const name = `message ${n + 1}`;
    const attached = file ?? missing;
    const id = writer.add({
      parentId: answers === undefined ? chat : ids[answers - 1],
      properties: {
        name,
        path: `${path}>>${name}`,
        category: 'Instant Messages',
        contentType: 'message/x-whatsapp-message',
        ...(from === null ? { system: true } : { 'Communication:From': from, 'Communication:To': group.name }),
        'Communication:Date': time,
        ...(from === null ? {} : { 'Communication:Direction': from === owner ? 'Outgoing' : 'Incoming' }),
        ...(deleted === true ? { deleted: true } : {}),
        ...(attached === undefined ? {} : { attachments: attached }),
        ...(answered.has(n + 1) ? { childrenInOrder: true } : {}),
      },
      text,
    });
    ids.push(id);
    if (file === undefined) continue;
    const { bytes, properties, thumb } = photos.get(file);
    addFile(writer, { name: file, content: bytes, thumb, properties }, { parentId: id, path: `${path}>>${name}` });
  }
}

/** No conversation is named: the two ends tell which messages belong together. */
function addNumberless(writer, folders) {
  for (const [n, [time, isOwn, text]] of numberless.entries()) {
    const name = `SMS ${n + 1}`;
    writer.add({
      parentId: folders.get(`${root}/SMS`),
      properties: {
        name,
        path: `${root}/SMS/${name}`,
        category: 'SMS Messages',
        'Communication:From': isOwn ? owner : number,
        'Communication:To': isOwn ? number : owner,
        'Communication:Date': time,
        'Communication:Direction': isOwn ? 'Outgoing' : 'Incoming',
      },
      text,
    });
  }
}

function addThread(writer, folders) {
  const idOf = (n) => `<berths.${n}@garca-azul.example>`;
  const before = (mail) =>
    mail?.answers === undefined ? [] : [...before(thread[mail.answers - 1] ?? { answers: 4 }), mail.answers];
  for (const mail of thread) {
    if (mail === null) continue;
    const { subject, from, to, cc, date, text, attachments = [] } = mail;
    const files = attachments.map((name) => textFile(name, tables[name]));
    const references = before(mail).map(idOf);
    const ids = { id: idOf(mail.number), ...(references.length === 0 ? {} : { inReplyTo: references.at(-1) }) };
    const more = references.length < 2 ? [] : [['X-References', references.join(' ')]];
    const content = mimeBytes({ ...mail, ...ids }, files, { more });
    const path = `${root}/Mail/${mail.number} ${subject.replace(':', '')}.eml`;
    const parentId = writer.add({
      parentId: folders.get(`${root}/Mail`),
      properties: {
        name: path.slice(path.lastIndexOf('/') + 1),
        path,
        type: 'eml',
        ext: 'eml',
        category: 'Emails',
        contentType: 'message/rfc822',
        'Message-Subject': subject,
        'Communication:From': from,
        'Communication:To': to,
        ...(cc === undefined ? {} : { 'Message-Cc': cc }),
        'Communication:Date': date,
        'Message:Raw-Header:Message-ID': ids.id,
        ...(references.length === 0 ? {} : { 'Message:Raw-Header:References': references.join(' ') }),
      },
      text,
      content,
      contentAs: 'pack',
    });
    for (const file of files) addFile(writer, file, { parentId, path });
  }
}
