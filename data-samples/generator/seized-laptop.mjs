/** The larger case: the laptop of Ana Moreira, with an item in every state that the format knows. */
import { join } from 'node:path';
import { CaseWriter } from './case-writer.mjs';
import { documents } from './documents.mjs';
import { addHostileItems } from './hostile-items.mjs';
import { addLaterStory } from './laptop-later.mjs';
import { addHeronChat, addInbox } from './laptop-messages.mjs';
import { addPictures } from './laptop-pictures.mjs';
import { addDeletedAndCarved, addLogAndRegistry, addSystemFiles } from './laptop-system.mjs';
import { contentTypes, officeBytes } from './office-files.mjs';
import * as pictures from './pictures.mjs';
import { Random } from './random.mjs';
import { invoice } from './story.mjs';

const root = 'laptop/vol_c3';
const home = `${root}/Users/ana`;

/** `files`, `photos`: what hangs on the mails, and the journeys. */
export async function makeSeizedLaptop(dir, { files, photos }) {
  const random = new Random(4471902);
  const writer = new CaseWriter(join(dir, 'seized-laptop'), { name: 'Seized laptop (invented sample)', firstId: 1 });
  const folders = addFolders(writer);
  addDocuments(writer, folders);
  const inner = addInbox(writer, folders, home, files);
  await addHeronChat(writer, folders, home);
  await addPictures(writer, folders, random, home);
  addInvoices(writer, folders, random);
  addSystemFiles(writer, folders, random, root);
  addLogAndRegistry(writer, folders, random, root);
  addDeletedAndCarved(writer, folders, random, root, await pictures.jpeg('seal', { width: 200, height: 150 }));
  addHostileItems(writer, folders, random, home);
  // Later items have ids of their own: those of the first ones never change.
  writer.continueFrom(300);
  await addLaterStory(writer, folders, { home, files, photos, inner });
  await writer.finish([
    { lines: 70, gzip: true },
    { lines: 60, gzip: false },
    { lines: Number.POSITIVE_INFINITY, gzip: true },
  ]);
}

/** Path → id. */
function addFolders(writer) {
  const folders = new Map();
  const names = ['', 'Users', 'Users/ana', 'Windows', 'Windows/System32', '$Recycle.Bin', '$Unallocated'];
  const own = [
    'Documents',
    'Documents/ledger',
    'Documents/invoices',
    'Desktop',
    'Downloads',
    'Pictures',
    'Mail',
    'Chat',
    'Music',
    'Odd names',
  ];
  for (const name of [...names, ...own.map((folder) => `Users/ana/${folder}`)]) {
    const path = name === '' ? root : `${root}/${name}`;
    const parent = path.slice(0, path.lastIndexOf('/'));
    const id = writer.add({
      ...(folders.has(parent) ? { parentId: folders.get(parent) } : {}),
      properties: {
        name: path.slice(path.lastIndexOf('/') + 1),
        path,
        isDir: true,
        hasChildren: 'true',
        treeNode: 'true',
        category: 'Folders',
        created: '2022-01-10T08:00:00Z',
      },
    });
    folders.set(path, id);
  }
  return folders;
}

function addDocuments(writer, folders) {
  for (const [n, { folder, name, text, language, ...rest }] of documents.entries()) {
    writer.add({
      parentId: folders.get(`${home}/${folder}`),
      properties: {
        name,
        path: `${home}/${folder}/${name}`,
        ...rest,
        ext: rest.type,
        contentType: contentTypes[rest.type],
        created: '2023-01-05T10:00:00Z',
        accessed: `2023-04-0${1 + (n % 5)}T12:34:56.7Z`,
        'language:detected': language,
        'meta:wordCount': text.split(/\s+/u).length,
        'meta:revision': n,
        'common:dc:creator': rest.author,
      },
      text,
      textAs: ['inline', 'pack', 'file'][n % 3],
      content: officeBytes(rest.type, text, rest),
      contentAs: n % 2 === 0 ? 'file' : 'pack',
    });
  }
}

function addInvoices(writer, folders, random) {
  for (let n = 0; n < 30; n++) {
    const number = `OSP-2022-${String(100 + n * 3)}`;
    const { text, total } = invoice(random, number);
    const month = String(1 + (n % 12)).padStart(2, '0');
    writer.add({
      parentId: folders.get(`${home}/Documents/invoices`),
      properties: {
        name: `${number}.pdf`,
        path: `${home}/Documents/invoices/${number}.pdf`,
        type: 'pdf',
        category: ['Documents', 'PDF Documents'],
        contentType: 'application/pdf',
        author: 'Osprey Spare Parts Ltd.',
        title: `Invoice ${number}`,
        modified: `2022-${month}-${String(1 + (n % 28)).padStart(2, '0')}T09:00:00Z`,
        'invoice:total': total,
        'invoice:paid': n % 4 !== 0,
        'meta:pageCount': 1 + (n % 3),
      },
      text,
      textAs: 'pack',
      content: officeBytes('pdf', text, { title: `Invoice ${number}`, author: 'Osprey Spare Parts Ltd.' }),
      contentAs: 'pack',
    });
  }
}
