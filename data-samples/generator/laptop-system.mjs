/** What the system and the owner left behind: programs, media, a log, a registry, deleted and carved things. */
import { systemLog } from './story.mjs';

export function addSystemFiles(writer, folders, random, root) {
  for (const [path, type, category, contentType, content] of systemFiles(random)) {
    const full = `${root}/${path}`;
    writer.add({
      parentId: folders.get(full.slice(0, full.lastIndexOf('/'))),
      properties: {
        name: path.slice(path.lastIndexOf('/') + 1),
        path: full,
        type,
        ext: type,
        category,
        contentType,
        modified: '2022-05-05',
        ...(type === 'mp3' ? { 'audio:duration': 183.5, 'audio:title': 'heron song' } : {}),
      },
      content,
    });
  }
}

/** A text of 5 MB, and an item with thousands of properties. */
export function addLogAndRegistry(writer, folders, random, root) {
  writer.add({
    parentId: folders.get(`${root}/Windows`),
    properties: {
      name: 'system.log',
      path: `${root}/Windows/system.log`,
      type: 'log',
      ext: 'log',
      category: ['Log Files', 'Text Documents'],
      contentType: 'text/plain',
      modified: '2023-04-05T00:00:00Z',
    },
    text: systemLog(random, 5_000_000),
  });
  const registry = Object.fromEntries(
    Array.from({ length: 3000 }, (_, n) => [
      `registry:HKLM\\Software\\Heron\\Key ${n}\\value`,
      [`${random.below(1_000_000)}`, random.pick(['on', 'off', 'heron'])],
    ]),
  );
  writer.add({
    parentId: folders.get(`${root}/Windows`),
    properties: {
      name: 'SOFTWARE',
      path: `${root}/Windows/SOFTWARE`,
      type: 'regf',
      category: 'Windows Registry',
      modified: '2023-04-05T00:00:01Z',
      ...registry,
    },
    content: Buffer.concat([Buffer.from('regf'), random.bytes(200)]),
  });
}

export function addDeletedAndCarved(writer, folders, random, root, picture) {
  for (let n = 0; n < 12; n++) {
    const name = `$R${(4471 + n * 97).toString(36).toUpperCase()}.txt`;
    const text = [
      'shred the second ledger',
      'new number, old one is dead',
      'Sokolov wants out',
      'the seal was broken before Rotterdam',
      'ask for the photographs',
      'apagar tudo',
    ][n % 6];
    writer.add({
      parentId: folders.get(`${root}/$Recycle.Bin`),
      properties: {
        name,
        path: `${root}/$Recycle.Bin/${name}`,
        type: 'txt',
        category: ['Documents', 'Text Documents'],
        contentType: 'text/plain',
        deleted: 'true',
        modified: `2023-04-04T22:${10 + n}:00+00:00`,
      },
      text: `${text} (${n})`,
      ...(n % 3 === 0 ? {} : { content: Buffer.from(`${text} (${n})`) }),
    });
  }
  for (let n = 0; n < 10; n++) {
    const isPicture = n % 2 === 0;
    const name = `Carved-${100_000 + n * 512}${isPicture ? '.jpg' : ''}`;
    writer.add({
      parentId: folders.get(`${root}/$Unallocated`),
      properties: {
        name,
        path: `${root}/$Unallocated/${name}`,
        type: isPicture ? 'jpeg' : 'txt',
        category: isPicture ? 'Images' : 'Text Documents',
        carved: true,
        deleted: true,
        'carved:offset': 512 * (100_000 + n),
      },
      ...(isPicture
        ? {}
        : { text: `fragment ${n}: … heron … VMTU44719 … ${random.pick(['Rotterdam', 'Santos', 'Piraeus'])}` }),
      content: isPicture ? Buffer.concat([picture, random.bytes(16)]) : random.bytes(128),
      contentAs: 'pack',
    });
  }
}

/** Path, type, category, content type, content. */
function systemFiles(random) {
  return [
    [
      'Windows/System32/heronsvc.exe',
      'exe',
      'Executables',
      'application/x-msdownload',
      Buffer.concat([Buffer.from('MZ'), random.bytes(500)]),
    ],
    [
      'Windows/System32/wiper.exe',
      'exe',
      'Executables',
      'application/x-msdownload',
      Buffer.concat([Buffer.from('MZ'), random.bytes(700)]),
    ],
    [
      'Windows/System32/ospreydrv.dll',
      'dll',
      'Executables',
      'application/x-msdownload',
      Buffer.concat([Buffer.from('MZ'), random.bytes(300)]),
    ],
    [
      'Users/ana/Music/voice memo.mp3',
      'mp3',
      'Audio',
      'audio/mpeg',
      Buffer.concat([Buffer.from('ID3'), random.bytes(400)]),
    ],
    ['Users/ana/Music/fado.mp3', 'mp3', 'Audio', 'audio/mpeg', Buffer.concat([Buffer.from('ID3'), random.bytes(600)])],
    [
      'Users/ana/Pictures/harbour.mp4',
      'mp4',
      'Videos',
      'video/mp4',
      Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), random.bytes(800)]),
    ],
    [
      'Users/ana/Pictures/warehouse seven.avi',
      'avi',
      'Videos',
      'video/x-msvideo',
      Buffer.concat([Buffer.from('RIFF'), random.bytes(800)]),
    ],
    [
      'Users/ana/Downloads/tools.zip',
      'zip',
      'Compressed Archives',
      'application/zip',
      Buffer.concat([Buffer.from('PK\x03\x04'), random.bytes(300)]),
    ],
    [
      'Users/ana/Documents/places.sqlite',
      'sqlite',
      'Databases',
      'application/x-sqlite3',
      Buffer.concat([Buffer.from('SQLite format 3\0'), random.bytes(400)]),
    ],
    ['Windows/System32/empty.dat', 'dat', 'Other files', 'application/octet-stream', Buffer.alloc(0)],
  ];
}
