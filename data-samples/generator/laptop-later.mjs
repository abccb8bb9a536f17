/** What came to the laptop's story later: journeys in pictures, an older mailbox, a second chat, loose papers, and what was deleted. */
import { archiveFile, textFile } from './attachments.mjs';
import { dialTones } from './dial-tones.mjs';
import { addArchive, addFile, addInner, addRuiChat } from './laptop-messages.mjs';
import { papers } from './papers.mjs';

const calendar = [
  ['20221014', 'Nikos: silo, 18:00'],
  ['20221128', 'Limassol, café at the marina, D.'],
  ['20221216', 'Weihnachtsfeier, Halle 7'],
  ['20230116', 'Hamburg, Jürgen'],
  ['20230312', 'BH leaves Shenzhen'],
  ['20230319', 'BH arrives. Sunday, after midnight'],
  ['20230331', 'Friday. 250'],
  ['20230401', 'Piraeus'],
];
const contacts = [
  ['Dmitri', 'Osprey Spare Parts', '+357 25 555 0118'],
  ['Rui Tavares', 'Garça Azul', '+351 21 555 0147'],
  ['Jürgen Weiß', 'Hafenlager', '+49 40 555 0171'],
  ['Jürgen privat', '', '+49 40 555 0191'],
  ['Nikos', 'Piraeus Agents', '+30 21 5550 0123'],
  ['Samir', '', '+31 10 555 0135'],
  ['x91?', '', '+49 40 555 0191'],
];
const tracker =
  'Blue Heron: positions\nTime\tLatitude\tLongitude\tKnots\n2023-03-12 08:00\t22.57 N\t114.26 E\t0.0\n2023-03-15 20:00\t6.95 N\t79.85 E\t14.2\n2023-03-18 03:10\t35.10 N\t18.00 E\t13.8\n2023-03-19 21:50\tno signal\tno signal\t\n2023-03-20 05:30\t52.01 N\t3.98 E\t11.1\nPositions are sent by the ship itself. A gap of more than a day is reported to the owner.';
const statement =
  'BANK OF SAINT NICHOLAS, LIMASSOL\nAccount of A. Moreira, invented, from October 2022 to March 2023\n\nDate\tPayer or payee\tEUR\n2022-11-18\tOsprey Spare Parts\t60,000\n2022-11-18\tOsprey Spare Parts\t60,000\n2023-01-09\tAtlas Seguros\t-3,120\n2023-03-14\tD. Sokolov\t180,000\n2023-03-24\tCash\t-150,000\n2023-03-31\tReference 0191\t-250,000\n\nThe payment of 31 March went to an account in Hamburg. Its holder is not named.';

export async function addLaterStory(writer, folders, { home, files, photos, inner }) {
  addInner(writer, inner);
  const journeys = addFolder(writer, folders, home, 'Pictures/Journeys');
  for (const [name, photo] of photos) {
    writer.add({
      parentId: journeys,
      properties: { name, path: `${home}/Pictures/Journeys/${name}`, ...photo.properties },
      content: photo.bytes,
      thumb: photo.thumb,
    });
  }
  addInner(writer, addArchive(writer, folders, home, files));
  await addRuiChat(writer, folders, home, photos);
  for (const [folder, file, modified] of loosePapers()) {
    const place = `${home}/${folder}`;
    const inside = addLoose(writer, { parentId: folders.get(place), path: `${place}/${file.name}`, file, modified });
    addInner(writer, inside);
  }
  addDeletedLetter(writer, folders, home);
}

/** Folder, file, time. */
function loosePapers() {
  const events = calendar.map(
    ([day, text]) => `BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:${day}\r\nSUMMARY:${text}\r\nEND:VEVENT\r\n`,
  );
  const cards = contacts.map(
    ([name, firm, phone]) => `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:${name}\r\nORG:${firm}\r\nTEL:${phone}\r\nEND:VCARD\r\n`,
  );
  const plain = (name, category, contentType, text, more) => {
    const ext = name.slice(name.lastIndexOf('.') + 1);
    return { name, text, content: Buffer.from(text), properties: { type: ext, ext, category, contentType, ...more } };
  };
  const ics = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:sample\r\n${events.join('')}END:VCALENDAR\r\n`;
  const phones = { 'contact:phone': [...new Set(contacts.map(([, , phone]) => phone))] };
  const tones = {
    name: 'voice mail 0319.wav',
    content: dialTones('4471#'),
    properties: { type: 'wav', ext: 'wav', category: 'Audio', contentType: 'audio/wav', 'audio:duration': 1.35 },
  };
  const page = textFile('marine-tracker.html', { title: 'Blue Heron: positions', text: tracker });
  const contacting = ['Contacts and Calendars'];
  return [
    ['Desktop', plain('calendar 2023.ics', contacting, 'text/calendar', ics), '2023-03-29T08:00:00Z'],
    ['Desktop', plain('contacts.vcf', contacting, 'text/vcard', cards.join(''), phones), '2023-03-30T19:20:00Z'],
    ['Downloads', page, '2023-03-20T06:02:00Z'],
    [
      'Downloads',
      textFile('statement.pdf', { title: 'Statement', author: 'Bank of Saint Nicholas', text: statement }),
      '2023-04-01T09:30:00Z',
    ],
    ['Music', tones, '2023-03-19T23:58:00Z'],
    [
      'Downloads',
      archiveFile('from Olga.zip', [
        textFile('Опись груза.xlsx', papers['Опись груза.xlsx']),
        textFile('только Анне.txt', {
          text: 'Анна, в контейнере VMTU4471902 десять паллет сигарет без марок. Дмитрий просил вам не говорить. Я увольняюсь в апреле. Ольга',
        }),
      ]),
      '2023-03-28T17:45:00Z',
    ],
  ];
}

function addLoose(writer, { parentId, path, file, modified }) {
  const place = { parentId, path: path.slice(0, path.lastIndexOf('/')) };
  const properties = { ...file.properties, path, subitem: 'false', created: modified, modified };
  return addFile(writer, { ...file, properties }, place);
}

function addFolder(writer, folders, home, name) {
  const path = `${home}/${name}`;
  const id = writer.add({
    parentId: folders.get(path.slice(0, path.lastIndexOf('/'))),
    properties: {
      name: name.slice(name.lastIndexOf('/') + 1),
      path,
      isDir: true,
      hasChildren: 'true',
      treeNode: 'true',
      category: 'Folders',
      created: '2022-10-01T08:00:00Z',
    },
  });
  folders.set(path, id);
  return id;
}

/** Written, never sent, thrown away. */
function addDeletedLetter(writer, folders, home) {
  const bin = [...folders.entries()].find(([path]) => path.endsWith('$Recycle.Bin'));
  const letter = textFile('carta à alfândega.docx', {
    author: 'Ana Moreira',
    title: 'Carta à alfândega',
    text: 'Carta à alfândega\nExmos. Senhores,\nquero declarar o que sei do contêiner VMTU4471902 antes que outro o faça por mim. As fotografias foram tiradas por alguém que tinha a quarta chave da Halle sieben.\n(rascunho, não enviar)',
  });
  const path = `${bin[0]}/${letter.name}`;
  const from = { 'deleted:from': `${home}/Documents/${letter.name}` };
  const file = { ...letter, properties: { ...letter.properties, deleted: 'true', ...from } };
  addLoose(writer, { parentId: bin[1], path, file, modified: '2023-04-03T23:47:00Z' });
}
