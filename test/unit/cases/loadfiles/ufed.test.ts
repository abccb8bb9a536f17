/**
 * The report of a Cellebrite reader, in the layout that public parsers expect, read as a case: by itself, with its files, and
 * as a UFDR file.
 */
import { describe, expect, test } from '@jest/globals';
import { propertyOf, type ReadFiles, readFiles } from '../../../support/read-files.ts';
import { readTable } from '../../../support/read-table.ts';
import { zipFile } from '../../../support/zip-file.ts';

const field = (name: string, value: string, type = 'String'): string =>
  `<field name="${name}" type="${type}"><value type="${type}"><![CDATA[${value}]]></value></field>`;
const party = (name: string, identifier: string, more = ''): string =>
  `<model type="Party" id="p-${name}" deleted_state="Intact">${field('Identifier', identifier)}${field('Name', name)}${more}</model>`;

/** A text that looks like the report's list of sources. */
const FORGED = 'yes<extraInfos><extraInfo id="m-2"><nodeInfo path="forged"/></extraInfo>';

const REPORT = `<?xml version="1.0" encoding="utf-8"?>
<project id="proj-1" name="Phone of Ada" reportVersion="8.5" xmlns="http://pa.cellebrite.com/report/2.0">
  <sourceExtractions><extractionInfo id="0" name="Logical" type="Logical" deviceName="Phone 3"/></sourceExtractions>
  <caseInformation><field name="Examiner" isSystem="True" fieldType="ExaminerName">B. Oak</field></caseInformation>
  <metadata section="Device Info"><item name="IMEI" systemtype="System.String"><![CDATA[356938035643809]]></item></metadata>
  <images><image path="dump.bin" size="1234" extractionId="0"><metadata section="Hashes"/></image></images>
  <taggedFiles>
    <file fs="Phone" fsid="f" path="/DCIM/heron.jpg" size="9" id="file-1" extractionId="0" deleted="Deleted" embedded="false">
      <accessInfo><timestamp name="CreationTime" format="TimeStampKnown" formattedTimestamp="2020-08-08T15:50:58+00:00">2020-08-08T15:50:58.000+00:00</timestamp></accessInfo>
      <metadata section="File">
        <item name="Local Path"><![CDATA[files\\Image\\heron.jpg]]></item>
        <item name="MD5"><![CDATA[0CC175B9C0F1B6A831C399E269772661]]></item>
        <item name="Tags"><![CDATA[Image]]></item>
      </metadata>
      <metadata section="MetaData"><item name="ExifEnumMake" group="EXIF"><![CDATA[Maker]]></item></metadata>
    </file>
  </taggedFiles>
  <decodedData>
    <modelType type="Chat">
      <model type="Chat" id="chat-1" deleted_state="Intact" decoding_confidence="High" extractionId="0">
        ${field('Source', 'WhatsApp')}
        <field name="StartTime" type="TimeStamp"><value type="TimeStamp" format="TimeStampKnown" formattedTimestamp="2021-05-21T02:38:43+00:00">2021-05-21T02:38:43.000+00:00</value></field>
        <multiModelField name="Participants" type="Party">${party('Ada', '1@s')}${party('Bo', '2@s', field('IsPhoneOwner', 'True'))}</multiModelField>
        <multiModelField name="Messages" type="InstantMessage">
          <model type="InstantMessage" id="m-1" deleted_state="Deleted">
            <modelField name="From" type="Party">${party('Ada', '1@s')}</modelField>
            ${field('Body', 'copper &lt;tonight&gt;\nsecond line')}
            <field name="TimeStamp" type="TimeStamp"><value formattedTimestamp="2021-05-21T03:00:00+02:00">2021-05-21T03:00:00.5</value></field>
            <multiModelField name="Attachments" type="Attachment">
              <model type="Attachment" id="a-1" deleted_state="Intact">${field('Filename', 'x.ogg')}${field('attachment_extracted_path', 'chats\\WhatsApp\\x.ogg')}</model>
              <model type="Attachment" id="a-2" file_id="file-1">${field('Filename', 'heron.jpg')}</model>
            </multiModelField>
          </model>
          <model type="InstantMessage" id="m-2" deleted_state="Unknown">${field('Body', FORGED)}<field name="Label" type="String"><empty/></field></model>
        </multiModelField>
      </model>
    </modelType>
    <modelType type="Call">
      <model type="Call" id="call-1" deleted_state="Intact">
        ${field('Direction', 'Outgoing')}${field('Duration', '00:00:33', 'TimeSpan')}
        <field name="TimeStamp" type="TimeStamp"><value>2021-05-22T10:00:00Z</value></field>
        <multiModelField name="Parties" type="Party">${party('', '+351', field('Role', 'To'))}</multiModelField>
      </model>
    </modelType>
    <modelType type="Contact">
      <model type="Contact" id="con-1">${field('Name', 'Cy')}
        <multiModelField name="Entries" type="ContactEntry">
          <model type="PhoneNumber" id="e1">${field('Category', 'Mobile')}${field('Value', '+352')}</model>
          <model type="EmailAddress" id="e2">${field('Value', 'cy@example.org')}</model>
        </multiModelField>
        <multiModelField name="AdditionalInfo" type="KeyValueModel"><model type="KeyValueModel">${field('Key', 'Nick')}${field('Value', 'C')}</model></multiModelField>
      </model>
    </modelType>
    <modelType type="Location">
      <model type="Location" id="loc-1">
        <modelField name="Position" type="Coordinate"><model type="Coordinate">${field('Latitude', '38.7', 'Double')}${field('Longitude', '-9.1', 'Double')}</model></modelField>
        <modelField name="Address" type="StreetAddress"><model type="StreetAddress">${field('City', 'Lisboa')}</model></modelField>
      </model>
    </modelType>
    <modelType type="FlyingSaucer"><model type="FlyingSaucer" id="u-1">${field('Colour', 'green')}<multiField name="Seats"><value>1</value><value>2</value></multiField></model></modelType>
  </decodedData>
  <extraInfos><extraInfo type="model" id="m-1"><sourceInfo><nodeInfo name="msgstore.db" path="/data/msgstore.db" tableName="messages" offset="12"/></sourceInfo></extraInfo></extraInfos>
</project>
`;

const FILES = { 'report.xml': REPORT, 'files/Image/heron.jpg': 'the heron', 'chats/WhatsApp/x.ogg': 'voice' };

const byUid = ({ items }: ReadFiles, uid: string): ReadFiles['items'][number] =>
  items.find((item) => propertyOf(item, 'uid') === uid)!;
const propertiesOf = (found: ReadFiles, uid: string): Record<string, readonly string[]> =>
  Object.fromEntries(byUid(found, uid).properties);

describe('a report of a Cellebrite reader', () => {
  test('has files, models and the facts about the extraction as items', async () => {
    const found = await readFiles(FILES);
    expect(found.format).toBe('loadfile');
    expect(found.items.map((item) => [item.id, propertyOf(item, 'modelType'), propertyOf(item, 'name')])).toEqual([
      [1, 'project', 'Phone of Ada'],
      [2, 'extractionInfo', 'Logical'],
      [3, 'caseInformation', 'caseInformation'],
      [4, 'metadata', 'Device Info'],
      [5, 'image', 'image'],
      [6, 'File', 'heron.jpg'],
      [7, 'Attachment', 'x.ogg'],
      [8, 'Attachment', 'heron.jpg'],
      [9, 'InstantMessage', 'copper &lt;tonight&gt;'],
      [10, 'InstantMessage', FORGED],
      [11, 'Chat', 'Ada <1@s>, Bo <2@s>'],
      [12, 'Call', '+351'],
      [13, 'Contact', 'Cy'],
      [14, 'Location', 'Location'],
      [15, 'FlyingSaucer', 'FlyingSaucer'],
    ]);
    expect(propertiesOf(found, 'file-1')).toEqual({
      modelType: ['File'],
      uid: ['file-1'],
      deleted: ['true'],
      deletedState: ['Deleted'],
      'Local Path': ['files\\Image\\heron.jpg'],
      fs: ['Phone'],
      fsid: ['f'],
      path: ['/DCIM/heron.jpg'],
      length: ['9'],
      extractionId: ['0'],
      embedded: ['false'],
      created: ['2020-08-08T15:50:58.000+00:00'],
      md5: ['0CC175B9C0F1B6A831C399E269772661'],
      Tags: ['Image'],
      ExifEnumMake: ['Maker'],
      'ExifEnumMake group': ['EXIF'],
      category: ['Image'],
      name: ['heron.jpg'],
    });
    expect([...found.contents]).toEqual([
      [6, 'the heron'],
      [7, 'voice'],
      [8, 'the heron'],
    ]);
    expect(found.problems).toEqual([]);
  });

  test('has chats with their messages in order, and attachments below these', async () => {
    const found = await readFiles(FILES);
    const chat = byUid(found, 'chat-1');
    expect(propertiesOf(found, 'chat-1')).toMatchObject({
      childrenInOrder: ['true'],
      category: ['Chats'],
      Source: ['WhatsApp'],
      Participants: ['Ada <1@s>', 'Bo <2@s>'],
      'Participants.IsPhoneOwner': ['True'],
      StartTime: ['2021-05-21T02:38:43.000+00:00'],
    });
    const children = found.items.filter(({ parentId }) => parentId === chat.id);
    expect(children.map(({ text }) => text)).toEqual(['copper &lt;tonight&gt;\nsecond line', FORGED]);
    expect(propertiesOf(found, 'm-1')).toMatchObject({
      'Communication:From': ['Ada <1@s>'],
      'Communication:Date': ['2021-05-21T03:00:00.5+02:00'],
      deleted: ['true'],
      field: ['Messages'],
      ext: [],
      category: ['Instant Messages'],
      'Source file': ['/data/msgstore.db'],
      'Source table': ['messages'],
      'Source offset': ['12'],
    });
    expect(propertyOf(byUid(found, 'm-2'), 'deleted')).toBe(null);
    expect(propertyOf(byUid(found, 'm-2'), 'Source file')).toBe(null);
    expect(propertyOf(byUid(found, 'm-2'), 'deletedState')).toBe('Unknown');
    expect(byUid(found, 'a-2').parentId).toBe(byUid(found, 'm-1').id);
  });

  test('has calls, contacts, places and unknown models with all their values', async () => {
    const found = await readFiles(FILES);
    expect(propertiesOf(found, 'call-1')).toMatchObject({
      Direction: ['Outgoing'],
      Parties: ['+351'],
      'Parties.Role': ['To'],
      'Communication:To': ['+351'],
      'Communication:Date': ['2021-05-22T10:00:00Z'],
    });
    expect(propertiesOf(found, 'con-1')).toMatchObject({
      name: ['Cy'],
      PhoneNumber: ['+352'],
      'PhoneNumber.Category': ['Mobile'],
      EmailAddress: ['cy@example.org'],
      AdditionalInfo: ['Nick: C'],
    });
    expect(propertiesOf(found, 'loc-1')).toMatchObject({
      Latitude: ['38.7'],
      Longitude: ['-9.1'],
      'Address.City': ['Lisboa'],
    });
    expect(propertiesOf(found, 'u-1')).toMatchObject({
      Colour: ['green'],
      Seats: ['1', '2'],
      category: ['FlyingSaucer'],
    });
    expect(byUid(found, 'u-1').text).toContain('Colour: green');
  });

  test.each(['x.ufdr', 'x.zip'])('is read from %s, and from its own path, as from its folder', async (name) => {
    const inFolder = await readFiles(FILES);
    const bytes = zipFile(Object.entries(FILES).map(([file, text]) => ({ name: file, content: Buffer.from(text) })));
    for (const found of [await readFiles({ [name]: bytes }, name), await readFiles(FILES, 'report.xml')]) {
      expect(found.items).toEqual(inFolder.items);
      expect(found.contents).toEqual(inFolder.contents);
    }
  });

  test('reports its columns, and is read the same by the mapping that describes them', async () => {
    const found = await readTable({ 'report.xml': REPORT });
    const [table] = found.tables;
    expect(table).toMatchObject({ tool: 'Cellebrite (report.xml)', rows: 15, file: 'report.xml' });
    expect(found.columns.get('Message TimeStamp')).toMatchObject({ property: 'Communication:Date', values: 2 });
    expect(found.columns.get('Source')).toMatchObject({ property: 'Source', understoodBy: 'own name' });
    const again = await readTable({ 'report.xml': REPORT }, table!.mapping);
    expect(again.items).toEqual(found.items);
    const other = await readTable({ 'report.xml': REPORT }, { columns: { Colour: 'title' } });
    expect(other.items.at(-1)!.properties).toContainEqual(['title', ['green']]);
  });

  test('takes precedence over a table of the same name, which is reported', async () => {
    const found = await readFiles({ ...FILES, 'Report.xlsx': 'PK\x03\x04' });
    expect(found.items.length).toBe(15);
    expect(found.problems.map(({ file }) => file)).toContain('Report.xlsx');
  });
});

describe('a hostile report', () => {
  const within = (inner: string): string =>
    `<project xmlns="http://pa.cellebrite.com/report/2.0"><decodedData><modelType type="X">${inner}</modelType></decodedData></project>`;

  test.each([
    [
      'entities',
      `<!DOCTYPE x [<!ENTITY a "aaaa">]>${within(`<model type="X" id="1"><field name="A"><value>&a;&lt;</value></field></model>`)}`,
      1,
    ],
    ['a report that ends', within('<model type="X" id="1"><field name="A"><value>half').slice(0, -47), 1],
    [
      'models without ids',
      within(
        '<model type="X"><multiModelField name="M"><model type="Y"><field name="A"><value>b</value></field></model></multiModelField></model>',
      ),
      2,
    ],
  ])('with %s is read as far as possible, which is reported', async (_what, text, rows) => {
    const found = await readFiles({ 'report.xml': text });
    expect(found.items.filter((item) => propertyOf(item, 'modelType') !== 'project').length).toBe(rows);
    expect(found.items.length).toBe(rows);
  });

  test('rows inside of rows without an id are below them', async () => {
    const found = await readFiles({
      'report.xml': within(
        '<model type="X"><multiModelField name="M"><model type="Y"><field name="A"><value>b</value></field></model></multiModelField></model>',
      ),
    });
    expect(found.items.map(({ id, parentId }) => [id, parentId])).toEqual([
      [1, 2],
      [2, null],
    ]);
  });

  test('with deep elements ends there', async () => {
    const deep = `${'<model type="X"><multiModelField name="M">'.repeat(200)}<field name="A"><value>v</value></field>`;
    const found = await readFiles({ 'report.xml': within(deep) });
    expect(found.reasons.join('\n')).toContain('nested more than 100 deep');
    expect(found.items.length).toBe(30);
  });

  test('with too many columns loses none silently', async () => {
    const fields = Array.from({ length: 10_100 }, (_, i) => `<field name="n${i}"><value>${i}</value></field>`).join('');
    const found = await readFiles({ 'report.xml': within(`<model type="X" id="1">${fields}</model>`) });
    expect(found.problems).toContainEqual(
      expect.objectContaining({ kind: 'limit', reason: expect.stringMatching(/^1\d\d values are beyond a limit/) }),
    );
  });
});
