/** The smaller case: the stick that the log of the laptop speaks of. Its words overlap with the laptop's. */
import { join } from 'node:path';
import { CaseWriter } from './case-writer.mjs';
import * as pictures from './pictures.mjs';
import { Random } from './random.mjs';

const root = 'KINGFISHER';

const files = [
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

export async function makeUsbStick(dir) {
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
  for (const [n, [path, type, category, text]] of files.entries()) {
    writer.add({
      parentId: folders.get(path.slice(0, path.indexOf('/'))),
      properties: {
        name: path.slice(path.indexOf('/') + 1),
        path: `${root}/${path}`,
        type,
        ext: type,
        category,
        author: 'Ana Moreira',
        modified: `2023-04-0${1 + (n % 5)}T1${n % 10}:00:00Z`,
      },
      text,
      content: Buffer.concat([Buffer.from(text), type === 'txt' ? Buffer.alloc(0) : random.bytes(40)]),
      contentAs: n % 2 === 0 ? 'file' : 'pack',
    });
  }
  await addPhotos(writer, folders.get('DCIM'));
  addRest(writer, top, random);
  await writer.finish([{ lines: Number.POSITIVE_INFINITY, gzip: false }]);
}

async function addPhotos(writer, parentId) {
  for (const [n, hue] of [
    [200, 0, 0],
    [10, 10, 10],
    [240, 240, 0],
  ].entries()) {
    const name = `DSC0${44 + n}.JPG`;
    const picture = await pictures.jpeg(400, 300, hue);
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

function addRest(writer, top, random) {
  for (let n = 0; n < 6; n++) {
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
      text: `deleted note ${n}: ${random.pick(['the heron sails on Sunday', 'ask Sokolov', 'burn the ledger', 'photographs are on the stick'])}`,
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
