/** The smaller case: the stick that the log of the laptop speaks of. Its words overlap with the laptop's. */
import { join } from 'node:path';
import { textFile } from './attachments.mjs';
import { CaseWriter } from './case-writer.mjs';
import { documents } from './documents.mjs';
import { contentTypes, officeBytes } from './office-files.mjs';
import * as pictures from './pictures.mjs';
import { Random } from './random.mjs';
import { phones, takePhoto } from './travel-photos.mjs';

const root = 'KINGFISHER';

const firstFiles = [
  [
    'ledger/second ledger.xlsx',
    'xlsx',
    'Spreadsheets',
    'Date\tPayee\tAmount\n2023-03-12\tport agent\t25000\n2023-03-14\tD. Sokolov\t480000\n2023-03-19\tChen Wei\t96000\n2023-03-26\tS. Haddad\t150000\nBlue Heron, container VMTU4471902, real cargo: see list\n',
  ],
  [
    'ledger/real cargo.txt',
    'txt',
    ['documents', 'Text Documents'],
    'Container VMTU4471902: 2 pallets spare parts (front), 10 pallets cigarettes without stamps (behind). Weight as declared.',
  ],
  [
    'ledger/lista de pagamentos.ods',
    'ods',
    'Spreadsheets',
    'Nome;Valor\nagente do porto;25000\nalfândega (Jürgen);40000\nRui;0 (recusou)\n',
  ],
  [
    'keys/warehouse 7.txt',
    'txt',
    ['Documents', 'Text Documents'],
    'Warehouse seven: code 4471#, alarm off between 02:00 and 02:20, camera 3 is blind.',
  ],
  [
    'keys/ключи.txt',
    'txt',
    ['Documents', 'Text Documents'],
    'Ключи от склада номер семь у Анны. Запасные у Дмитрия. Код 4471.',
  ],
  ['keys/钥匙.txt', 'txt', ['Documents', 'Text Documents'], '仓库钥匙在安娜那里。密码是4471。'],
  [
    'plans/route.pdf',
    'pdf',
    ['Documents', 'PDF Documents'],
    'Route of the Blue Heron: Shenzhen, Colombo, Piraeus, Rotterdam. Change of flag at sea. Grey Osprey waits at 35.1 N.',
  ],
  [
    'plans/fluchtplan.docx',
    'docx',
    'Documents',
    'Falls etwas schiefgeht: Treffen am alten Leuchtturm, Handy wegwerfen, Bargeld im Boot.',
  ],
  [
    'plans/exit.docx',
    'docx',
    'Documents',
    'If it goes wrong: the old lighthouse, no phones, cash is in the boat. Ana leaves first.',
  ],
  [
    'plans/σχέδιο.txt',
    'txt',
    ['Documents', 'Text Documents'],
    'Το σχέδιο: ο Νίκος περιμένει στον Πειραιά, το πλοίο φεύγει τη νύχτα.',
  ],
  ['plans/خطة.txt', 'txt', ['Documents', 'Text Documents'], 'الخطة: سمير ينتظر في المستودع السابع حتى منتصف الليل.'],
  [
    'copies/contrato de afretamento.docx',
    'docx',
    'Documents',
    'CONTRATO DE AFRETAMENTO (cópia, sem assinaturas). Garça Azul Navegação Lda. e o armador do navio Blue Heron.',
  ],
];

/** `files`, `photos`: those of the laptop. Some were copied from there to here, byte for byte. */
export async function makeUsbStick(dir, { files, photos }) {
  const random = new Random(255);
  const writer = new CaseWriter(join(dir, 'usb-stick'), {
    name: 'USB stick KINGFISHER (invented sample)',
    firstId: 10,
  });
  const top = writer.add({
    properties: { name: root, path: root, isDir: 'true', hasChildren: 'true', treeNode: 'true' },
  });
  const folders = new Map();
  for (const name of ['ledger', 'keys', 'plans', 'copies', 'DCIM']) {
    folders.set(
      name,
      writer.add({
        parentId: top,
        properties: { name, path: `${root}/${name}`, isDir: 'true', hasChildren: 'true', treeNode: 'true' },
      }),
    );
  }
  for (const [n, [path, type, category, text]] of firstFiles.entries()) {
    writer.add({
      parentId: folders.get(path.slice(0, path.indexOf('/'))),
      properties: {
        name: path.slice(path.indexOf('/') + 1),
        path: `${root}/${path}`,
        type,
        ext: type,
        category,
        contentType: contentTypes[type],
        author: 'Ana Moreira',
        modified: `2023-04-0${1 + (n % 5)}T1${n % 10}:00:00Z`,
      },
      text,
      content: officeBytes(type, text, { title: path, author: 'Ana Moreira' }),
      contentAs: n % 2 === 0 ? 'file' : 'pack',
    });
  }
  await addPhotos(writer, folders.get('DCIM'));
  addRest(writer, top, random);
  // Later items have ids of their own: those of the first ones never change.
  writer.continueFrom(60);
  addCopies(writer, folders.get('copies'), files, photos);
  await addPlans(writer, folders);
  await writer.finish([{ lines: Number.POSITIVE_INFINITY, gzip: false }]);
}

async function addPhotos(writer, parentId) {
  for (const [n, [scene, light]] of [
    ['quay', 'dawn'],
    ['warehouse', 'night'],
    ['lighthouse', 'dusk'],
  ].entries()) {
    const name = `DSC0${44 + n}.JPG`;
    const picture = await pictures.jpeg(scene, { width: 400, height: 300, light, hue: '#7b2d26', seed: 44 + n });
    writer.add({
      parentId,
      properties: {
        name,
        path: `${root}/DCIM/${name}`,
        type: 'jpeg',
        category: 'Images',
        contentType: 'image/jpeg',
        created: `2023-03-2${n}T03:00:00+01:00`,
        'image:width': 400,
        'image:height': 300,
      },
      content: picture,
      ...(n === 0 ? { thumb: await pictures.thumbnail(picture) } : {}),
    });
  }
}

/** The same bytes as on the laptop: whoever compares hashes finds them. */
function addCopies(writer, parentId, files, photos) {
  const { name, text, ...more } = documents.find((document) => document.name === 'ledger 2023.xlsx');
  const ledger = textFile(name, { text, author: more.author, title: more.title });
  const copies = [
    ...['bill of lading.pdf', 'photo 2.jpg', 'sea protest.pdf'].map((name) => files.get(name)),
    ...['IMG_4412.jpg', 'IMG_4413.jpg'].map((name) => ({ ...photos.get(name), name, content: photos.get(name).bytes })),
    ledger,
  ];
  for (const [n, file] of copies.entries()) {
    writer.add({
      parentId,
      properties: {
        name: file.name,
        path: `${root}/copies/${file.name}`,
        ...file.properties,
        created: `2023-04-03T23:5${n}:00+02:00`,
        ...(file.properties.modified === undefined ? { modified: `2023-04-03T23:5${n}:00+02:00` } : {}),
      },
      ...(file.text === undefined ? {} : { text: file.text }),
      ...(file.thumb === undefined ? {} : { thumb: file.thumb }),
      content: file.content,
    });
  }
}

async function addPlans(writer, folders) {
  const papers = [
    [
      'plans/plano B.docx',
      'Plano B\nSe o Jürgen falar, o Nikos recebe o barco e eu recebo o resto.\nDia\tLugar\tQuem\n1 de abril\tPireu\tNikos\n4 de abril\tfarol velho\teu\n5 de abril\tninguém sabe\tninguém',
      '2023-04-04T18:30:00+01:00',
    ],
    [
      'plans/если что.txt',
      'Если что-то случится: деньги у Никоса, бумаги на этой флешке, ключ от склада у Ольги. Дмитрию не верить.',
      '2023-04-02T22:10:00+03:00',
    ],
    [
      'ledger/who is x91.odt',
      'Who is x91?\nHe was in the warehouse that night, so he had a key. Four keys: mine, Samir, Chen, and the porter has the fourth.\nHe takes good pictures in the dark. Somebody was proud of a new telephone at Christmas.\nRui says: look which telephone took them.',
      '2023-03-29T23:40:00+02:00',
    ],
  ];
  for (const [path, text, modified] of papers) {
    const name = path.slice(path.indexOf('/') + 1);
    const file = textFile(name, { text, author: 'Ana Moreira', title: text.split('\n')[0] });
    writer.add({
      parentId: folders.get(path.slice(0, path.indexOf('/'))),
      properties: { name, path: `${root}/${path}`, ...file.properties, created: modified, modified },
      text,
      content: file.content,
    });
  }
  const place = [38.7097, -9.4853];
  const taken = '2023-03-05T18:36:12+00:00';
  const look = { light: 'dusk', seed: 51, width: 640, height: 480, camera: phones.ana, taken, place, name: 'Cascais' };
  const photo = await takePhoto('lighthouse', look);
  writer.add({
    parentId: folders.get('DCIM'),
    properties: { name: 'old lighthouse.jpg', path: `${root}/DCIM/old lighthouse.jpg`, ...photo.properties },
    content: photo.bytes,
    thumb: photo.thumb,
  });
}

function addRest(writer, top, random) {
  const sails = 'the heron sails on Sunday';
  const notes = ['ask Sokolov', sails, 'burn the ledger', sails, 'photographs are on the stick', sails];
  for (const [n, note] of notes.entries()) {
    writer.add({
      parentId: top,
      properties: {
        name: `_EDGER${n}.TMP`,
        path: `${root}/_EDGER${n}.TMP`,
        type: 'txt',
        category: 'Text Documents',
        deleted: true,
        carved: n % 2 === 0,
      },
      text: `deleted note ${n}: ${note}`,
    });
  }
  writer.add({
    parentId: top,
    properties: {
      name: 'vault.kdb',
      path: `${root}/vault.kdb`,
      type: 'encrypted',
      category: 'Other files',
      'crypto:encrypted': true,
      'crypto:entropy': 7.98,
    },
    content: random.bytes(900),
  });
  writer.add({
    parentId: top,
    properties: { name: 'setup.exe', path: `${root}/setup.exe`, type: 'exe', category: 'Executables' },
    content: Buffer.concat([Buffer.from('MZ'), random.bytes(200)]),
  });
}
