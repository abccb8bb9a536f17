/** The mailbox with its attachments and the chat group of the laptop. */
import { chat, mails } from './messages.mjs';
import { contentTypes, officeBytes } from './office-files.mjs';

export function addMails(writer, folders, random, home, photo) {
  const boxPath = `${home}/Mail/inbox.mbox`;
  const box = writer.add({
    parentId: folders.get(`${home}/Mail`),
    properties: {
      name: 'inbox.mbox',
      path: boxPath,
      type: 'mbox',
      ext: 'mbox',
      category: 'Mailboxes',
      contentType: 'application/mbox',
      hasChildren: true,
      modified: '2023-03-25T06:20:00Z',
    },
    content: Buffer.from('From ana@garca-azul.example Sat Mar 25 06:20:00 2023\n'),
  });
  for (const [n, mail] of mails.entries()) {
    const name = mail.subject === '' ? '(no subject).eml' : `${mail.subject}.eml`;
    const path = `${boxPath}>>${name}`;
    const id = writer.add({
      parentId: box,
      properties: {
        name,
        path,
        type: 'eml',
        category: 'Emails',
        contentType: 'message/rfc822',
        subitem: true,
        title: mail.subject,
        author: mail.from,
        created: mail.date,
        modified: mail.date,
        'Message:From': mail.from,
        'Message:To': mail.to,
        'Message:Subject': mail.subject,
        'Message:Size': 1000 + 37 * n,
        ...(mail.attachments.length > 0 ? { hasChildren: true, 'Message:Attachments': mail.attachments.length } : {}),
      },
      text: `From: ${mail.from}\nTo: ${mail.to.join(', ')}\nSubject: ${mail.subject}\n\n${mail.text}`,
      textAs: n % 2 === 0 ? 'pack' : 'inline',
      content: Buffer.from(
        `From: ${mail.from}\r\nTo: ${mail.to.join(', ')}\r\nSubject: ${mail.subject}\r\nDate: ${mail.date}\r\n\r\n${mail.text}\r\n`,
      ),
      contentAs: 'pack',
    });
    for (const [k, attachment] of mail.attachments.entries())
      addAttachment(writer, random, { id, path, mail, attachment, k, photo });
  }
}

function addAttachment(writer, random, { id, path, mail, attachment, k, photo }) {
  const ext = attachment.slice(attachment.lastIndexOf('.') + 1);
  const isPicture = ext === 'jpg';
  const text = `${attachment} sent by ${mail.from} about ${mail.subject || 'nothing'}: container VMTU4471902, seal ${8800 + k}.`;
  writer.add({
    parentId: id,
    properties: {
      name: attachment,
      path: `${path}>>${attachment}`,
      type: ext,
      ext,
      subitem: 'true',
      modified: mail.date,
      category: isPicture || ext === 'png' ? ['Images', 'Email Attachments'] : ['Documents', 'Email Attachments'],
      contentType: isPicture ? 'image/jpeg' : (contentTypes[ext] ?? 'application/octet-stream'),
      'Message:IsAttachment': true,
    },
    ...(isPicture ? {} : { text }),
    content: isPicture ? Buffer.concat([photo, random.bytes(8)]) : officeBytes(ext, text, random),
  });
}

export function addChats(writer, folders, home) {
  const path = `${home}/Chat/group-heron.db`;
  const database = writer.add({
    parentId: folders.get(`${home}/Chat`),
    properties: {
      name: 'group-heron.db',
      path,
      type: 'sqlite',
      ext: 'db',
      category: 'Databases',
      contentType: 'application/x-sqlite3',
      hasChildren: true,
      modified: '2023-04-04T23:11:00Z',
    },
    content: Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(496)]),
  });
  for (const [n, [author, text]] of chat.entries()) {
    const time = new Date(Date.UTC(2023, 3, 4, 21, n * 7, n)).toISOString();
    const hasPlace = text.startsWith('sending location');
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
        'chat:group': 'heron',
        'chat:number': n + 1,
        'chat:account': 9007199254740990 + n,
        ...(hasPlace ? { 'common:geo:lat': 51.9496, 'common:geo:long': 4.1453 } : {}),
      },
      text,
    });
  }
}
