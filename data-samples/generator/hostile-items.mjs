/** Items that are allowed and unpleasant: names, values and texts that break careless software. */
export function addHostileItems(writer, folders, random, home) {
  const parentId = folders.get(`${home}/Odd names`);
  const longName = `${'n'.repeat(119)}é${'漢'.repeat(43)}.txt`.slice(0, 200);
  const names = [
    'say "hello" & \'goodbye\'.txt',
    'first line\nsecond line\r\nX-Injected: yes.txt',
    'invoice\u202Efdp.exe',
    'שלום\u200F(1).txt',
    '../../../../etc/passwd',
    '..\\..\\boot.ini',
    pad255(longName),
    ' leading and trailing ',
    'tab\tand bell\u0007.txt',
    '100% %2e%2e%2f; rm -rf *.txt',
    '<script>alert(1)</script>.html',
    'emoji 🛳️ 👩‍👩‍👧 flag 🇵🇹.txt',
    'e\u0301 decomposed and é composed.txt',
    'half of a pair \ud83d.txt',
    'CON',
    '.hidden',
    'no extension',
    'dots...many...txt',
    'İSTANBUL ıssız ſtraße ﬁle.TXT',
    '-rf',
    '',
  ];
  for (const [n, name] of names.entries()) {
    writer.add({
      parentId,
      properties: {
        name,
        path: `${home}/Odd names/${name}`,
        type: 'txt',
        category: 'Text Documents',
        modified: '2023-02-28T23:59:59Z',
      },
      text: `odd name number ${n}: heron`,
      content: Buffer.from(`content of odd name ${n}\n`),
      contentAs: n % 2 === 0 ? 'pack' : 'file',
    });
  }
  addOddStates(writer, parentId, random, home);
}

function addOddStates(writer, parentId, random, home) {
  const add = (name, item) =>
    writer.add({
      parentId,
      ...item,
      properties: { name, path: `${home}/Odd names/${name}`, category: 'Other files', ...item.properties },
    });
  add('no content, no text', {});
  add('empty text.txt', { text: '', content: Buffer.from('x') });
  add('empty text as a range.txt', { text: '', textAs: 'pack' });
  add('empty text in a file.txt', { text: '', textAs: 'file' });
  add('blank text.txt', { text: ' \n\t\u00a0 ' });
  add('text in windows-1252.txt', { text: Buffer.from('caf\xe9 ol\xe9 heron \x93quoted\x94', 'latin1') });
  add('controls in the text.txt', { text: 'null\u0000inside bell\u0007 heron\u0000' });
  add('one very long word.txt', { text: `heron${'x'.repeat(40_000)} end` });
  add('lone surrogates.txt', { text: 'before \ud800 middle \udfff after' });
  add('two paragraphs.txt', { text: 'first\u2028second\u2029third\u0085fourth' });
  add('values of every kind', {
    properties: {
      flag: [true, false],
      number: [0, -1, 1.5, 1e21, -0.25],
      words: ['', ' ', 'heron', 'heron', 'Heron'],
      'name with spaces': 'x',
      'naïve:ключ:键': 'ключ',
      constructor: 'c',
      toString: 't',
      'a.b[c]:d"e': 'quoted',
      empty: [],
      created: '2023-02-28',
      modified: '2023-02-28T23:59:58.000001-11:30',
    },
  });
  writer.add({ id: 1_000_003, parentId, properties: {} });
  writer.add({
    id: 0,
    properties: {
      name: 'item zero.txt',
      path: 'item zero.txt',
      category: 'Text Documents',
      modified: '1601-01-01T00:00:00Z',
    },
    text: 'the first id is zero',
  });
  writer.add({
    id: 900_001,
    properties: {
      name: 'far in the past.txt',
      category: 'Text Documents',
      created: '0001-01-01',
      modified: '9999-12-31T23:59:59.999Z',
    },
    text: `times at both ends ${random.below(10)}`,
  });
}

/** 255 bytes of UTF-8: the longest name of most file systems. */
function pad255(name) {
  const missing = 255 - Buffer.byteLength(name);
  return `${'n'.repeat(Math.max(0, missing))}${name}`;
}
