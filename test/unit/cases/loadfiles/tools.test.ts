/** Tables of forensic tools: parents by the names of their columns, and columns whose meaning depends on the tool. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { TOOLS } from '../../../../src/cases/loadfiles/columns/tool-names.ts';
import type { ReadCase } from '../../../support/read-case.ts';
import { readCsv, readTable, reasonsOf, valuesOf } from '../../../support/read-table.ts';

const parents = ({ items }: ReadCase): unknown => items.map(({ parentId }) => parentId);

describe('parents by the name of their column', () => {
  test.each([
    ['ID,PARENT_ID,NAME', '1,,a\n2,1,b\n3,2,c\n', [null, 1, 2]],
    ['UPI,attachment_parent,File Name', '00001,,m.eml\n00002,00001,a.doc\n', [null, 1]],
    [
      'EntryNumber,SequenceNumber,ParentEntryNumber,ParentSequenceNumber',
      '5,5,5,5\n40,1,5,5\n41,1,40,1\n',
      [null, 1, 2],
    ],
    ['Item No,Item No parent', 'x,y\ny,\n', [2, null]],
    ['DOCID,ID,PARENT_ID', 'A,1,\nB,2,1\n', [null, 1]],
  ])('%s', async (header, rows, expected) => {
    const found = await readCsv(`${header}\n${rows}`);
    expect(parents(found)).toEqual(expected);
    const uses = [...found.columns.values()].map(({ use }) => use);
    expect(uses).toContain('document id');
    expect(uses).toContain('document id of the parent');
  });

  test.each([
    ['whose values are not there', 'Box Number,Parent Number,Number', '1,7,a\n2,8,b\n3,9,c\n'],
    ['that is no identifier', 'Name,Parent Name', 'a,\nb,a\n'],
    ['without the other column', 'Name,Parent Ref', 'a,\nb,a\n'],
  ])('a column %s is a plain property', async (_what, header, rows) => {
    const found = await readCsv(`${header}\n${rows}`);
    expect([...found.columns.values()].map(({ use }) => use)).not.toContain('document id of the parent');
    expect([parents(found), found.problems]).toEqual([found.items.map(() => null), []]);
  });

  test('a mapping names the column, or disables it', async () => {
    const table = 'Name,Parent Name,Box Number,Parent Number,Number\na,,1,,1\nb,a,2,1,2\n';
    const given = await readCsv(table, { columns: { 'Parent Name': { parent: 'Name' } } });
    expect(parents(given)).toEqual([null, 1]);
    expect(given.columns.get('Name')).toMatchObject({ use: 'document id', understoodBy: 'mapping' });
    const none = await readCsv(table, { columns: { Number: { use: null } } });
    expect(parents(none)).toEqual([null, null]);
    await expect(readCsv(table, { columns: { 'Parent Name': { parent: 'Gone' } } })).rejects.toMatchObject({
      message: expect.stringContaining('no column "Gone"'),
    });
  });
});

const propertiesOf = async (header: string, row: string): Promise<Record<string, string>> => {
  const found = await readCsv(`${header}\n${row}\n`);
  expect(reasonsOf(found)).toEqual([]);
  return Object.fromEntries(found.items[0]!.properties.map(([name, values]) => [name, values.join('|')]));
};

describe('columns of', () => {
  test('Autopsy', async () => {
    const header =
      'Name,S,C,O,Modified Time,Change Time,Access Time,Created Time,Size,Flags(Dir),Flags(Meta),Known,Location';
    const times = '2021-03-04 10:20:30 CET,2021-03-04 10:20:31 CET,2021-03-04 10:20:32 CET,2021-03-04 10:20:33 CET';
    expect(
      await propertiesOf(header, `a.txt,,,,${times},12,Allocated,Allocated,unknown,/img_x.dd/a.txt`),
    ).toMatchObject({
      ...{ name: 'a.txt', path: '/img_x.dd/a.txt', length: '12', 'Change Time': '2021-03-04T10:20:31+01:00' },
      ...{
        modified: '2021-03-04T10:20:30+01:00',
        accessed: '2021-03-04T10:20:32+01:00',
        created: '2021-03-04T10:20:33+01:00',
      },
    });
  });

  test('Plaso', async () => {
    const l2t =
      'date,time,timezone,MACB,source,sourcetype,type,user,host,short,desc,version,filename,inode,notes,format,extra';
    const row =
      '03/04/2021,10:20:30,EST,M...,FILE,File stat,Content Modification Time,-,HOST,short,desc,2,TSK:/a/b.txt,44,-,filestat,-';
    expect(await propertiesOf(`${l2t}`, row)).toMatchObject({
      source: 'FILE',
      path: 'TSK:/a/b.txt',
      name: 'b.txt',
      type: 'Content Modification Time',
    });
    const dynamic = 'datetime,timestamp_desc,source,source_long,message,parser,display_name,tag';
    expect(
      await propertiesOf(
        dynamic,
        '2021-03-04T10:20:30.5+00:00,Last Visited Time,WEBHIST,Chrome,http://x,sqlite,TSK:/History,-',
      ),
    ).toMatchObject({
      ...{ datetime: '2021-03-04T10:20:30.5+00:00', source: 'WEBHIST', path: 'TSK:/History', name: 'History' },
    });
  });

  test('Wireshark', async () => {
    const header = 'No.,Time,Source,Destination,Protocol,Length,Info';
    expect(await propertiesOf(header, '1,0.000000,10.0.0.1,10.0.0.2,TCP,66,80 > 1024')).toEqual({
      ...{
        'No.': '1',
        Time: '0.000000',
        Source: '10.0.0.1',
        Destination: '10.0.0.2',
        Protocol: 'TCP',
        length: '66',
        Info: '80 > 1024',
      },
    });
  });

  test('MFTECmd', async () => {
    const header =
      'EntryNumber,SequenceNumber,InUse,ParentEntryNumber,ParentSequenceNumber,ParentPath,FileName,Extension,FileSize,IsDirectory,Created0x10,Created0x30,LastModified0x10,LastAccess0x10';
    const time = '2021-03-04 10:20:30.1234567';
    expect(
      await propertiesOf(header, `40,1,True,,1,.\\Windows,a.TXT,.txt,12,False,${time},,${time},${time}`),
    ).toMatchObject({
      ...{ name: 'a.TXT', path: '.\\Windows', ext: 'txt', length: '12', isDir: 'false' },
      ...{
        created: '2021-03-04T10:20:30.1234567',
        modified: '2021-03-04T10:20:30.1234567',
        accessed: '2021-03-04T10:20:30.1234567',
      },
    });
  });

  test('another table with such a column keep theirs', async () => {
    expect(await propertiesOf('Source,Location', 'C:\\a.txt,Berlin')).toEqual({
      path: 'C:\\a.txt',
      Location: 'Berlin',
      name: 'a.txt',
    });
  });
});

interface Sample {
  readonly header: string;
  readonly row: string;
  readonly file?: string;
  readonly properties: Readonly<Record<string, string>>;
}

const TIME = '2021-03-04 10:20:30.1234567';
const ISO = '2021-03-04T10:20:30.1234567';

/** Small tables in the form of each tool. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  'MFTECmd ($J)': {
    header:
      'Name,Extension,EntryNumber,SequenceNumber,ParentEntryNumber,ParentSequenceNumber,ParentPath,UpdateSequenceNumber,UpdateTimestamp,UpdateReasons,FileAttributes,OffsetToData,SourceFile',
    row: `a.txt,.txt,40,2,5,5,.\\Users,9904,${TIME},FileCreate|Close,Archive,0,D:\\$J`,
    properties: { name: 'a.txt', ext: 'txt', path: '.\\Users', UpdateTimestamp: ISO, EntryNumber: '40' },
  },
  EvtxECmd: {
    header:
      'RecordNumber,EventRecordId,TimeCreated,EventId,Level,Provider,Channel,ProcessId,ThreadId,Computer,UserId,MapDescription,ChunkNumber,UserName,RemoteHost,PayloadData1,ExecutableInfo,HiddenRecord,SourceFile,Keywords,ExtraDataOffset,Payload',
    row: `1,77,${TIME},4624,LogAlways,Microsoft-Windows-Security-Auditing,Security,4,8,PC,S-1-5-18,Successful logon,0,D\\ada,-,Target: ada,,False,D:\\Security.evtx,Audit success,0,"{""EventData"":{}}"`,
    properties: {
      created: ISO,
      title: 'Successful logon',
      name: 'Successful logon',
      EventId: '4624',
      Payload: '{"EventData":{}}',
    },
  },
  PECmd: {
    header:
      'Note,SourceFilename,SourceCreated,SourceModified,SourceAccessed,ExecutableName,Hash,Size,Version,RunCount,LastRun,PreviousRun0,Volume0Name,Volume0Serial,Volume0Created,Directories,FilesLoaded,ParsingError',
    row: `,C:\\Windows\\Prefetch\\A.EXE-1234ABCD.pf,${TIME},${TIME},${TIME},A.EXE,1234ABCD,6400,Windows 10,3,${TIME},${TIME},\\VOLUME{1},A1,${TIME},"\\A, \\B",\\C,False`,
    properties: {
      name: 'A.EXE',
      path: 'C:\\Windows\\Prefetch\\A.EXE-1234ABCD.pf',
      created: ISO,
      length: '6400',
      Hash: '1234ABCD',
      LastRun: ISO,
    },
  },
  JLECmd: {
    header:
      'SourceFile,SourceCreated,SourceModified,SourceAccessed,AppId,AppIdDescription,DestListVersion,LastUsedEntryNumber,MRU,EntryNumber,CreationTime,LastModified,Hostname,MacAddress,Path,InteractionCount,PinStatus,TargetCreated,TargetModified,TargetAccessed,FileSize,RelativePath,LocalPath,MachineID',
    row: `C:\\x.automaticDestinations-ms,${TIME},${TIME},${TIME},5f7b5f1e01b83767,Quick Access,4,9,0,9,${TIME},${TIME},pc,00:11,C:\\t\\b.docx,2,False,${TIME},${TIME},${TIME},77,..\\b.docx,C:\\t\\b.docx,pc`,
    properties: {
      path: 'C:\\t\\b.docx',
      name: 'b.docx',
      modified: ISO,
      LastModified: ISO,
      LocalPath: 'C:\\t\\b.docx',
      length: '77',
    },
  },
  LECmd: {
    header:
      'SourceFile,SourceCreated,SourceModified,SourceAccessed,TargetCreated,TargetModified,TargetAccessed,FileSize,RelativePath,WorkingDirectory,FileAttributes,HeaderFlags,DriveType,VolumeSerialNumber,VolumeLabel,LocalPath,NetworkPath,CommonPath,Arguments,TargetIDAbsolutePath,TargetMFTEntryNumber,TargetMFTSequenceNumber,MachineID,MachineMACAddress,MACVendor,TrackerCreatedOn,ExtraBlocksPresent',
    row: `C:\\a.lnk,${TIME},${TIME},${TIME},${TIME},${TIME},${TIME},12,..\\a.txt,C:\\t,FileAttributeArchive,Flags,Fixed,A1,,C:\\t\\a.txt,,,,My Computer\\C:\\t\\a.txt,0x1A,0x2,pc,00:11,,${TIME},TrackerBlock`,
    properties: {
      path: 'C:\\t\\a.txt',
      name: 'a.txt',
      created: ISO,
      accessed: ISO,
      RelativePath: '..\\a.txt',
      SourceCreated: ISO,
    },
  },
  RBCmd: {
    header: 'SourceName,FileType,FileName,FileSize,DeletedOn',
    row: `C:\\$Recycle.Bin\\S-1\\$I1.txt,$I,C:\\t\\a.txt,12,${TIME}`,
    properties: { path: 'C:\\t\\a.txt', name: 'a.txt', length: '12', DeletedOn: ISO, FileType: '$I' },
  },
  'AmcacheParser (files)': {
    header:
      'ApplicationName,ProgramId,FileKeyLastWriteTimestamp,SHA1,IsOsComponent,FullPath,Name,FileExtension,LinkDate,ProductName,Size,Version,ProductVersion,LongPathHash,BinaryType,IsPeFile,BinFileVersion,BinProductVersion,Usn,Language,Description',
    row: `Unassociated,0006,${TIME},da39a3ee5e6b4b0d3255bfef95601890afd80709,False,c:\\t\\a.exe,a.exe,.exe,${TIME},a,99,1.0,1.0,a.exe|1,pe64_amd64,True,1.0,1.0,0,0,`,
    properties: {
      path: 'c:\\t\\a.exe',
      name: 'a.exe',
      ext: 'exe',
      length: '99',
      'sha-1': 'da39a3ee5e6b4b0d3255bfef95601890afd80709',
      LinkDate: ISO,
    },
  },
  'AmcacheParser (programs)': {
    header:
      'ProgramId,KeyLastWriteTimestamp,Name,Version,Publisher,InstallDate,OSVersionAtInstallTime,BundleManifestPath,HiddenArp,InboxModernApp,Language,ManifestPath,MsiPackageCode,MsiProductCode,PackageFullName,ProgramInstanceId,RegistryKeyPath,RootDirPath,Type,Source,StoreAppType,UninstallString',
    row: `0006,${TIME},Tool,1.0,Ada,2021-03-04,10.0,,False,False,1033,,,,,0000,HKEY\\x,c:\\tool,Application,AddRemoveProgram,,c:\\tool\\un.exe`,
    properties: { path: 'c:\\tool', name: 'Tool', Source: 'AddRemoveProgram', InstallDate: '2021-03-04' },
  },
  'AmcacheParser (devices)': {
    header:
      'KeyName,KeyLastWriteTimestamp,BusReportedDescription,Class,ClassGuid,Compid,ContainerId,Description,DriverId,Enumerator,Manufacturer,MatchingId,Model,ParentId,Service',
    row: `usb/1,${TIME},DataStick,USB,{36fc},usb/class,{1},USB Mass Storage Device,d1,usb,Ada,usb/x,Stick,usb/root_hub30,USBSTOR`,
    properties: {
      title: 'USB Mass Storage Device',
      name: 'USB Mass Storage Device',
      ParentId: 'usb/root_hub30',
      KeyLastWriteTimestamp: ISO,
    },
  },
  AppCompatCacheParser: {
    header: 'ControlSet,CacheEntryPosition,Path,LastModifiedTimeUTC,Executed,Duplicate,SourceFile',
    row: `1,0,C:\\t\\a.exe,2021-03-04 10:20:30,Yes,False,D:\\SYSTEM`,
    properties: { path: 'C:\\t\\a.exe', name: 'a.exe', modified: '2021-03-04T10:20:30Z', Executed: 'Yes' },
  },
  SBECmd: {
    header:
      'BagPath,Slot,NodeSlot,MRUPosition,AbsolutePath,ShellType,Value,ChildBags,CreatedOn,ModifiedOn,AccessedOn,LastWriteTime,MFTEntry,MFTSequenceNumber,ExtensionBlockCount,FirstInteracted,LastInteracted,HasExplored,Miscellaneous',
    row: `BagMRU,1,2,0,Desktop\\t,Directory,t,0,${TIME},${TIME},${TIME},${TIME},40,2,1,,${TIME},True,`,
    properties: { path: 'Desktop\\t', name: 't', created: ISO, modified: ISO, accessed: ISO, LastWriteTime: ISO },
  },
  RECmd: {
    header:
      'HivePath,HiveType,Description,Category,KeyPath,ValueName,ValueType,ValueData,ValueData2,ValueData3,Comment,Recursive,Deleted,LastWriteTimestamp,PluginDetailFile',
    row: `D:\\NTUSER.DAT,NTUSER,Run,Autoruns,Software\\Run,tool,RegSz,c:\\a.exe,,,,False,False,${TIME},`,
    properties: {
      path: 'Software\\Run',
      name: 'tool',
      category: 'Autoruns',
      deleted: 'false',
      modified: ISO,
      ValueData: 'c:\\a.exe',
    },
  },
  SrumECmd: {
    header:
      'Id,Timestamp,ExeInfo,ExeInfoDescription,ExeTimestamp,SidType,Sid,UserName,UserId,AppId,BytesReceived,BytesSent,InterfaceLuid,InterfaceType,L2ProfileFlags,L2ProfileId,ProfileName',
    row: `1,2021-03-04 10:20:00,\\device\\harddiskvolume3\\a.exe,,,UnknownOrUserSid,S-1-5-21,ada,12,34,100,200,1689399632855040,IF_TYPE_IEEE80211,0,0,`,
    properties: {
      path: '\\device\\harddiskvolume3\\a.exe',
      name: 'a.exe',
      Timestamp: '2021-03-04T10:20:00',
      InterfaceLuid: '1689399632855040',
    },
  },
  WxTCmd: {
    header:
      'Id,Executable,DisplayText,ContentInfo,ActivityType,StartTime,EndTime,Duration,LastModifiedTime,LastModifiedOnClient,OriginalLastModifiedOnClient,CreatedInCloud,ExpirationTime,TimeZone,DevicePlatform,ClipboardPayload,PackageId,Payload',
    row: `a1,C:\\t\\a.exe,A,,ExecuteOpen,2021-03-04 10:20:30,2021-03-04 10:20:31,00:00:01,,,,,,America/New_York,windows_win32,,,`,
    properties: { name: 'C:\\t\\a.exe', title: 'A', StartTime: '2021-03-04T10:20:30', TimeZone: 'America/New_York' },
  },
  'PECmd (timeline)': {
    header: 'RunTime,ExecutableName',
    row: '2021-03-04 10:20:30,\\VOLUME{01}\\WINDOWS\\A.EXE',
    properties: { RunTime: '2021-03-04T10:20:30', path: '\\VOLUME{01}\\WINDOWS\\A.EXE', name: 'A.EXE' },
  },
  'MFTECmd ($I30)': {
    header:
      'OffSet,FromSlack,SelfMftEntry,SelfMftSequence,FileName,Flags,NameType,ParentMftEntry,ParentMftSequence,CreatedOn,ContentModifiedOn,RecordModifiedOn,LastAccessedOn,PhysicalSize,LogicalSize,SourceFile',
    row: `0x10,False,41,1,a.txt,Archive,Windows,40,1,${TIME},${TIME},${TIME},${TIME},16,12,D:\\$I30`,
    properties: { name: 'a.txt', created: ISO, modified: ISO, accessed: ISO, length: '12', PhysicalSize: '16' },
  },
  Hayabusa: {
    header:
      'Timestamp,RuleTitle,Level,Computer,Channel,EventID,MitreTactics,RecordID,Details,ExtraFieldInfo,RuleFile,EvtxFile',
    row: `"2021-03-04 10:20:30.123 +01:00","Logon",high,PC,Sec,4624,"Persis ¦ Exec",77,"Type: 3 ¦ User: ada",,r.yml,Security.evtx`,
    properties: {
      title: 'Logon',
      name: 'Logon',
      Timestamp: '2021-03-04T10:20:30.123+01:00',
      Details: 'Type: 3 ¦ User: ada',
    },
  },
  Chainsaw: {
    header: 'timestamp,detections,path,count,Event.System.Provider,Event ID,Record ID,Computer,Event Data',
    row: `2021-03-04T10:20:30.123456+00:00,Suspicious Service,D:\\System.evtx,1,Service Control Manager,7045,77,PC,"ImagePath: c:\\a.exe"`,
    properties: { name: 'Suspicious Service', path: 'D:\\System.evtx', timestamp: '2021-03-04T10:20:30.123456+00:00' },
  },
  AXIOM: {
    header:
      'Record,File Name,Created Date/Time - UTC+00:00 (M/d/yyyy),Artifact,Source,Recovery Method,Deleted Source,Location,Evidence Number,Item ID',
    row: `1,a.jpg,3/4/2021 10:20:30 AM,Pictures,disk.E01\\Users\\a.jpg,Parsing,,File Offset 512,disk.E01,9`,
    properties: {
      path: 'disk.E01\\Users\\a.jpg',
      name: 'a.jpg',
      created: '2021-03-04T10:20:30+00:00',
      category: 'Pictures',
      Location: 'File Offset 512',
    },
  },
  EnCase: {
    header: 'Name,File Ext,Logical Size,Item Path,Last Accessed,File Created,Last Written,Is Deleted,MD5',
    row: `a.txt,txt,12,1\\C\\a.txt,03/25/21 10:20:30 AM,03/25/21 10:20:30 AM,03/25/21 10:20:30 AM,No,d41d8cd98f00b204e9800998ecf8427e`,
    properties: {
      path: '1\\C\\a.txt',
      ext: 'txt',
      length: '12',
      created: '2021-03-25T10:20:30',
      modified: '2021-03-25T10:20:30',
      deleted: 'false',
    },
  },
  'FTK Imager': {
    header: 'Filename,Full Path,Size (bytes),Created,Modified,Accessed,Is Deleted',
    row: 'a.txt,P1\\root\\a.txt,12,2009-Nov-20 22:18:05.000000 UTC,2009-Nov-20 22:18:05.000000 UTC,,yes',
    properties: {
      name: 'a.txt',
      path: 'P1\\root\\a.txt',
      length: '12',
      created: '2009-11-20T22:18:05.000000Z',
      deleted: 'true',
    },
  },
  FTK: {
    header:
      'Name,Item #,Ext,Path,Category,P-Size (bytes),L-Size (bytes),MD5,Created,Accessed,Modified,Author,Last Saved By',
    row: 'a.doc,1007,doc,image.E01/P1/a.doc,Microsoft Word,4096,717,d41d8cd98f00b204e9800998ecf8427e,11/20/2009 4:18:05 PM (2009-11-20 22:18:05 UTC),,,Ada,Bo',
    properties: {
      path: 'image.E01/P1/a.doc',
      length: '717',
      'P-Size (bytes)': '4096',
      category: 'Microsoft Word',
      author: 'Ada',
      created: '2009-11-20T22:18:05Z',
    },
  },
  'X-Ways': {
    header:
      'Name,Ext.,Type,Category,Evidence object,Path,Parent name,Size,Created,Modified,Record changed,Int. ID,Int. parent,Report table',
    row: 'a.doc,doc,doc,Word,HD1,\\Users,Users,"1,012,345",03/25/2021 10:20:30,03/25/2021 10:20:30,03/25/2021 10:20:30,40,,Relevant',
    properties: { name: 'a.doc', path: '\\Users', ext: 'doc', created: '2021-03-25T10:20:30', 'Int. ID': '40' },
  },
  'Cellebrite (messages)': {
    header:
      '#,Chat #,Identifier,Participants,Source,From,To,Body,Status,Timestamp: Time,Deleted - Instant Message,Source file information',
    row: '1,1,49@s.whatsapp.net,49 Ada; 50 Bo,WhatsApp,49 Ada,50 Bo,the copper ledger,Sent,25/03/2021 10:20:30(UTC+1),Yes,msgstore.db : 0x12',
    properties: {
      ...{ 'Communication:From': '49 Ada', 'Communication:To': '50 Bo', deleted: 'true', Source: 'WhatsApp' },
      ...{ 'Source file information': 'msgstore.db : 0x12', 'Communication:Date': '2021-03-25T10:20:30+01:00' },
    },
  },
  'Cellebrite (calls)': {
    header: '#,Parties,Timestamp,Duration,Direction,Status,Source,Deleted,Source file information',
    row: '1,+49 Ada,25/03/2021 10:20:30(UTC+0),00:01:02,Incoming,Answered,Native,,calls.db : 0x1',
    properties: { Parties: '+49 Ada', Duration: '00:01:02', Source: 'Native' },
  },
  'Cellebrite (other tables)': {
    header:
      '#,Time,Latitude,Longitude,Address,Type,Source,Deleted,Tag,Source file information,Service Identifier,Carved,Name',
    row: '1,25/03/2021 10:20:30(UTC+1),38.7,-9.1,Rua 1,Visited,WhatsApp,Yes,,cache.db : 0x1,,,home',
    properties: {
      ...{ Source: 'WhatsApp', deleted: 'true', Latitude: '38.7', name: 'home', type: 'Visited' },
      Time: '2021-03-25T10:20:30+01:00',
    },
  },
  Outlook: {
    header:
      '"Subject","Body","From: (Name)","From: (Address)","From: (Type)","To: (Name)","To: (Address)","To: (Type)","CC: (Name)","CC: (Address)","CC: (Type)","BCC: (Name)","BCC: (Address)","BCC: (Type)","Billing Information","Categories","Importance","Mileage","Sensitivity"',
    row: `"Hello","Hi\nAda","Bob","bob@x.org","SMTP","Ada;Eve","ada@x.org;eve@x.org","SMTP;SMTP",,,,,,,,"Red",Normal,,Normal`,
    properties: {
      'Message-Subject': 'Hello',
      'Communication:From': 'Bob',
      'Communication:To': 'Ada|Eve',
      category: 'Red',
    },
  },
  mactime: {
    header: 'Date,Size,Type,Mode,UID,GID,Meta,File Name',
    row: `2021-03-04T10:20:30Z,12,m...,r/rrwxrwxrwx,0,0,40-128-1,/Users/a.txt`,
    properties: { path: '/Users/a.txt', name: 'a.txt', length: '12', Date: '2021-03-04T10:20:30Z', Type: 'm...' },
  },
  'Plaso (json_line)': {
    file: 'x.jsonl',
    header: '',
    row: '{"__container_type__":"event","data_type":"fs:stat","date_time":{"__class_name__":"Filetime","timestamp":132593412301234567},"display_name":"NTFS:\\\\a.txt","inode":"40","message":"NTFS:\\\\a.txt Type: file","parser":"filestat","timestamp":1614853230123456,"timestamp_desc":"Creation Time"}',
    properties: { path: 'NTFS:\\a.txt', name: 'a.txt', timestamp: '2021-03-04T10:20:30.123456Z', inode: '40' },
  },
  'Plaso, Timesketch': {
    file: 'x.jsonl',
    header: '',
    row: '{"message":"A","timestamp":1614853230123456,"datetime":"2021-03-04T10:20:30.123456+00:00","timestamp_desc":"Creation Time","tag":["a","b"]}',
    properties: { message: 'A', tag: 'a|b', datetime: '2021-03-04T10:20:30.123456+00:00' },
  },
  'case-access': {
    header: '\ufeffsource,id,parentId,bookmarks,name',
    row: "s,7,,,'=a",
    properties: { name: '=a', source: 's' },
  },
};

describe('tables in the shape of', () => {
  test.each(Object.entries(SAMPLES))('%s', async (tool, { header, row, file = 'x.csv', properties }) => {
    const found = await readTable({ [file]: header === '' ? `${row}\n` : `${header}\r\n${row}\r\n` });
    expect([found.tables[0]!.tool, reasonsOf(found), parents(found)]).toEqual([tool, [], [null]]);
    const all = Object.fromEntries(found.items[0]!.properties.map(([name, values]) => [name, values.join('|')]));
    expect(all).toMatchObject(properties);
    expect(found.items[0]!.content).toBeNull();
  });

  test('tools whose columns are generic', async () => {
    const ftk = await readTable({
      'x.csv':
        'Filename\tFull Path\tSize (bytes)\tCreated\tModified\tAccessed\tIs Deleted\na.txt\tNONAME [NTFS]\\[root]\\a.txt\t12\t2021-Mar-04 10:20:30.000000 UTC\t\t\tyes\n',
    });
    expect(ftk.items[0]!.properties).toEqual(
      expect.arrayContaining([
        ['path', ['NONAME [NTFS]\\[root]\\a.txt']],
        ['length', ['12']],
        ['deleted', ['true']],
        ['created', ['2021-03-04T10:20:30.000000Z']],
      ]),
    );
    const xways = await readTable({
      'x.tsv':
        'Name\tExt.\tPath\tSize\tCreated\tRecord changed\tInt. ID\tInt. parent\tReport table\nt\t\t\\\t0\t04.03.2021  10:20:30\t04.03.2021  10:20:30\t5\t\t\na.txt\ttxt\t\\t\t1,024\t04.03.2021  10:20:30\t04.03.2021  10:20:30\t6\t5\tA; B\n',
    });
    expect(parents(xways)).toEqual([null, 1]);
    expect([valuesOf(xways, 'Report table')[1], valuesOf(xways, 'created')[1], valuesOf(xways, 'length')[1]]).toEqual([
      ...['A|B', '2021-03-04T10:20:30', '1024'],
    ]);
    const leapp = await readTable({ 'x.tsv': 'Timestamp\tSender\tMessage\n2021-03-04 10:20:30\tada\t"hi"\n' });
    expect(valuesOf(leapp, 'Communication:From')).toEqual(['ada']);
    const ufed = await readTable({
      'x.csv':
        '#,From,To,Timestamp: Time,Body,Status,Deleted\n1,+1555 Ada,+1666 Eve,04/03/2021 10:20:30(UTC+1),hello,Sent,Yes\n2,a,b,25/03/2021 10:20:30(UTC+1),x,Sent,\n',
    });
    expect([valuesOf(ufed, 'Timestamp: Time')[0], valuesOf(ufed, 'deleted')[0], ufed.items[0]!.text]).toEqual([
      ...['2021-03-04T10:20:30+01:00', 'true', 'hello'],
    ]);
  });
});

test('the docs list the tools, and each has a test', () => {
  const page = readFileSync('docs/tables/tools.md', 'utf8');
  const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' ');
  for (const { name, knownBy, columns, dates, isUtc } of TOOLS) {
    const meanings = Object.entries(columns).map(([column, property]) =>
      property === null ? `\`${column}\` its own name` : `\`${column}\` → \`${property}\``,
    );
    if (dates !== undefined) meanings.push(`dates with the ${dates}`);
    if (isUtc === true) meanings.push('times in UTC');
    expect(page).toContain(`| ${name} | ${code(knownBy)} | ${meanings.join(', ')} |`);
  }
  const tested = new Set([...Object.keys(SAMPLES), 'Autopsy', 'Plaso (l2t_csv)', 'Wireshark', 'MFTECmd']);
  expect(TOOLS.filter(({ name }) => !tested.has(name))).toEqual([]);
});

test('sizes and dates of a table of files are values of their type', async () => {
  const found = await readCsv(
    'datetime,timestamp_desc,message\n2021-03-04T10:20:30+00:00,x,m\nNot a time,x,m\n2021-03-05T10:20:30+00:00,y,m\n',
  );
  expect(found.types.get('datetime')).toBe('date');
  expect(valuesOf(found, 'datetime')[1]).toBe('Not a time');
});
