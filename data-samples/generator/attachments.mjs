/** What hangs on the mails: files by their names, with text, bytes and what is inside them. */
import { contentTypes, officeBytes } from './office-files.mjs';
import { billOfLading, papers } from './papers.mjs';
import * as pictures from './pictures.mjs';
import { journeyPhotos, phones, takePhoto, threateningPhotos } from './travel-photos.mjs';
import { zip } from './zip.mjs';

const categories = {
  pdf: ['Documents', 'PDF Documents'],
  xlsx: ['Spreadsheets'],
  html: ['Documents', 'HTML Documents'],
  zip: ['Compressed Archives'],
  eml: ['Emails'],
  txt: ['Documents', 'Text Documents'],
};

/** A file of text: what an office would open, or the text itself. */
export function textFile(name, { author, title = '', text, photos }) {
  const type = name.slice(name.lastIndexOf('.') + 1);
  return {
    name,
    text,
    contentType: contentTypes[type],
    content: officeBytes(type, text, { title, author, photos }),
    properties: {
      type,
      ext: type,
      category: categories[type] ?? ['Documents'],
      contentType: contentTypes[type],
      ...(author === undefined ? {} : { author }),
      ...(title === '' ? {} : { title }),
    },
  };
}

export function photoFile(name, { bytes, thumb, properties }) {
  return { name, contentType: 'image/jpeg', content: bytes, thumb, properties };
}

/** An archive; what is inside are items, too. */
export function archiveFile(name, children) {
  return {
    name,
    contentType: 'application/zip',
    content: zip(children.map((child) => [child.name, child.content])),
    children,
    properties: { type: 'zip', ext: 'zip', category: ['Compressed Archives'], contentType: 'application/zip' },
  };
}

/** All that the mails of both mailboxes name, and some that the stick has as well. */
export async function attachmentFiles() {
  const files = new Map(Object.entries(papers).map(([name, paper]) => [name, textFile(name, paper)]));
  const put = (file) => files.set(file.name, file);
  const seal = await takePhoto('seal', {
    ...{ hue: '#d9772b', number: 8801, seed: 5, width: 480, height: 360 },
    ...{ camera: phones.chen, taken: '2023-03-11T16:20:09+08:00', place: [22.5726, 114.2667], name: 'Shenzhen' },
  });
  put(photoFile('seal.jpg', seal));
  for (const [n, photo] of (await threateningPhotos()).entries()) put(photoFile(`photo ${n + 1}.jpg`, photo));
  const party = await takePhoto('party', {
    ...{
      light: 'night',
      seed: 12,
      camera: phones.juergen,
      taken: '2022-12-16T20:41:15+01:00',
      place: [51.9499, 4.1447],
    },
    name: 'Rotterdam',
  });
  put(photoFile('Weihnachtsfeier.jpg', party));
  for (const [n, scene] of ['containers', 'quay'].entries()) {
    const loading = await takePhoto(scene, {
      ...{
        light: 'dawn',
        hue: '#2f6690',
        number: n === 0 ? 4471902 : undefined,
        seed: 20 + n,
        width: 640,
        height: 480,
      },
      ...{
        camera: phones.chen,
        taken: `2023-03-1${n}T06:4${n}:00+08:00`,
        place: [22.5731, 114.2659],
        name: 'Shenzhen',
      },
    });
    put(photoFile(`loading ${n + 1}.jpg`, loading));
  }
  const plan = await pictures.png('plan', { width: 480, height: 360, hue: '#b5452c' });
  put({
    name: 'map to warehouse.png',
    content: plan,
    contentType: 'image/png',
    text: 'Gate 3, then left. Warehouse seven is the one with the broken lamp. Sunday after midnight.',
    properties: { type: 'png', ext: 'png', category: ['Images'], contentType: 'image/png' },
  });
  const seals = textFile('seals.txt', {
    text: 'Seals of the Blue Heron\n8801\tVMTU4471902\n8802\tVMTU4471917\n8803\tVMTU4471938\n',
  });
  const manifest = textFile('manifest.xlsx', papers['manifest.xlsx']);
  put(archiveFile('manifest.zip', [manifest, seals]));
  const photos = await journeyPhotos();
  put(
    archiveFile('papers for Piraeus.zip', [
      textFile('bill of lading.pdf', billOfLading),
      textFile('berth request.docx', papers['berth request.docx']),
      photoFile('IMG_4402.jpg', photos.get('IMG_4402.jpg')),
      archiveFile('seals.zip', [seals]),
    ]),
  );
  return { files, photos };
}
