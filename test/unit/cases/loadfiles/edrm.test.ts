/** A file of EDRM XML, as in the public description of the format, read as a case. */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openCase } from '../../../../src/cases/open-case.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { readAll } from '../../../support/read-case.ts';
import { withTempDir, writeCaseFile } from '../../../support/tiny-case.ts';

const FILE = `<?xml version="1.0" encoding="UTF-8"?>
<Root xmlns="http://example.com/edrm" DataInterchangeType="Update" MajorVersion="1" MinorVersion="2">
  <Fields><Field Key="From" Name="From" DataType="Text"/></Fields>
  <Batch Name="VOL001">
    <Documents>
      <Document DocID="D-1" DocType="Message" MimeType="message/rfc822">
        <Files>
          <File FileType="Native">
            <ExternalFile FilePath="\\natives\\001" FileName="d1.msg" FileSize="5" Hash="0CC175B9C0F1B6A831C399E269772661" HashType="MD5"/>
          </File>
          <File FileType="Text"><ExternalFile FilePath="Text/001" FileName="D1.txt"/></File>
          <File FileType="Image"><ExternalFile FilePath="images" FileName="d1-1.tif"/></File>
          <File FileType="Image"><ExternalFile FilePath="images" FileName="d1-2.tif"/></File>
        </Files>
        <Locations>
          <Location><Custodian>Ana Souza</Custodian><LocationURI>file://laptop/inbox.pst</LocationURI></Location>
        </Locations>
        <Tags>
          <Tag TagName="#From" TagDataType="Text" TagValue="Ana &lt;ana@x.example&gt;"/>
          <Tag TagName="#To" TagDataType="Text"><TagValue>bo@x.example; cy@x.example</TagValue></Tag>
          <Tag TagName="#Subject" TagDataType="Text"><![CDATA[the <heron> & co]]></Tag>
          <Tag TagName="#DateSent" TagDataType="DateTime" TagValue="2021-03-04T10:20:30-05:00"/>
          <Tag TagName="Issue" TagDataType="Text" TagValue="hot"/>
          <Tag TagName="Issue" TagDataType="Text" TagValue="privileged"/>
        </Tags>
      </Document>
      <Document DocID="D-2" DocType="File">
        <Files><File FileType="Text"><InlineContent>a text
of two lines</InlineContent></File></Files>
        <Tags><Tag TagName="#FileName" TagDataType="Text" TagValue="ledger.xls"/></Tags>
      </Document>
    </Documents>
    <Relationships><Relationship Type="Attachment" ParentDocId="D-1" ChildDocId="D-2"/></Relationships>
  </Batch>
</Root>
`;

test('documents have their tags, files, locations, texts and parents', async () => {
  const dir = temporaryDir();
  await writeCaseFile(dir, 'loadfile.xml', FILE);
  await writeCaseFile(dir, 'Natives/001/D1.MSG', 'bytes');
  await writeCaseFile(dir, 'text/001/d1.txt', 'Grüße');
  const reader = await openCase(join(dir, 'loadfile.xml'));
  const { items, problems } = await readAll(reader);
  expect(problems).toEqual([]);
  expect(items.map(({ id, parentId, text, content, line }) => ({ id, parentId, text, content, line }))).toEqual([
    { id: 1, parentId: null, text: ['text', 'Text/001/D1.txt'], content: ['file', '\\natives\\001/d1.msg'], line: 6 },
    { id: 2, parentId: 1, text: 'a text\nof two lines', content: null, line: 27 },
  ]);
  expect(Object.fromEntries(items[0]!.properties)).toEqual({
    DocID: ['D-1'],
    DocType: ['Message'],
    contentType: ['message/rfc822'],
    'Native File': ['\\natives\\001/d1.msg'],
    length: ['5'],
    md5: ['0CC175B9C0F1B6A831C399E269772661'],
    'Text File': ['Text/001/D1.txt'],
    'Image File': ['images/d1-1.tif', 'images/d1-2.tif'],
    Custodian: ['Ana Souza'],
    LocationURI: ['file://laptop/inbox.pst'],
    'Communication:From': ['Ana <ana@x.example>'],
    'Communication:To': ['bo@x.example', 'cy@x.example'],
    'Message-Subject': ['the <heron> & co'],
    'Communication:Date': ['2021-03-04T10:20:30-05:00'],
    Issue: ['hot', 'privileged'],
    name: ['the <heron> & co'],
  });
  expect(Object.fromEntries(items[1]!.properties)).toEqual({
    DocID: ['D-2'],
    DocType: ['File'],
    name: ['ledger.xls'],
  });
  for (const [ref, expected] of [
    [items[0]!.content, 'bytes'],
    [items[0]!.text, 'Grüße'],
  ] as const) {
    const input = await reader.openPart(ref as NonNullable<(typeof items)[0]['content']>);
    expect(Buffer.concat(await input.stream().toArray()).toString()).toBe(expected);
    await input.close();
  }
  await reader.close();
});

test('an impossible declared encoding is reported', async () => {
  const problemsOf = (declared: string, title: Buffer): Promise<readonly string[]> =>
    withTempDir(async (dir) => {
      const head = `<?xml version="1.0" encoding="${declared}"?><Root><Batch><Documents><Document DocID="1"><Tags><Tag TagName="#Title" TagValue="`;
      const tail = '"/></Tags></Document></Documents></Batch></Root>';
      await writeCaseFile(dir, 'x.xml', Buffer.concat([Buffer.from(head), title, Buffer.from(tail)]));
      const reader = await openCase(dir);
      try {
        return (await readAll(reader)).problems.map(({ kind, line, reason }) => `${kind} ${line}: ${reason}`);
      } finally {
        await reader.close();
      }
    });
  const japanese = Buffer.from([0x93, 0xfa, 0x96, 0x7b]);
  expect(await problemsOf('Shift_JIS', japanese)).toEqual([
    'value 1: the file says that it is in Shift_JIS, and was read as windows-1252: letters may be wrong',
  ]);
  expect(await problemsOf('Shift_JIS', Buffer.from('plain'))).toEqual([]);
  expect(await problemsOf('ISO-8859-1', Buffer.from('título', 'latin1'))).toEqual([]);
  expect(await problemsOf('UTF-8', Buffer.from('título'))).toEqual([]);
});
