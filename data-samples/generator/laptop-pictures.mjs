/** Pictures of the laptop: with and without a thumbnail, turned, broken, cut short, and one that claims to be enormous. */
import * as pictures from './pictures.mjs';
import { phones } from './travel-photos.mjs';

export async function addPictures(writer, folders, random, home) {
  const add = (name, category, content, more = {}) =>
    writer.add({
      parentId: folders.get(`${home}/Pictures`),
      properties: {
        name,
        path: `${home}/Pictures/${name}`,
        type: name.slice(name.lastIndexOf('.') + 1).replace('jpg', 'jpeg'),
        category,
        contentType: `image/${name.slice(name.lastIndexOf('.') + 1).replace('jpg', 'jpeg')}`,
        created: '2023-03-19T23:40:00Z',
        ...more.properties,
      },
      content,
      ...(more.thumb === undefined ? {} : { thumb: more.thumb }),
      ...(more.text === undefined ? {} : { text: more.text }),
    });
  for (const [n, [name, light, hue]] of [
    ['quay', 'dusk', '#7b2d26'],
    ['containers', 'day', '#2f6690'],
    ['sea', 'dawn', '#c9a13b'],
    ['road', 'fog', '#59636b'],
  ].entries()) {
    const picture = await pictures.jpeg(name, { width: 640, height: 480, light, hue, seed: 71 + n });
    add(`IMG_${4471 + n}.jpg`, 'Images', picture, {
      thumb: await pictures.thumbnail(picture),
      properties: { 'image:width': 640, 'image:height': 480, 'image:camera': 'Invented Optics 3' },
    });
  }
  const exif = pictures.exifOf({ camera: phones.ana, taken: '2023-03-20T00:40:00+01:00', place: [51.95, 4.1333] });
  const arrival = { width: 500, height: 300, light: 'night', hue: '#1f4f6d', seed: 80, exif };
  add('IMG_4480.jpg', ['Images', 'Geolocated Images'], await pictures.jpeg('quay', arrival), {
    properties: { 'common:geo:lat': '51.95', 'common:geo:long': '4.1333', 'image:camera': 'Invented Optics 3' },
  });
  const turned = await pictures.jpeg('heron', { width: 600, height: 200, light: 'dusk', orientation: 6 });
  add('turned by EXIF.jpg', 'Images', turned, { properties: { 'image:orientation': 6 } });
  const seal = await pictures.png('seal', { width: 300, height: 300, hue: '#d9772b', number: 8801 });
  add('seal.png', 'Images', seal, { text: 'SEAL No. 8801 BLUE HERON' });
  add('harbour.webp', 'Images', await pictures.webp('quay', { width: 400, height: 250, light: 'fog', hue: '#5a3c1e' }));
  add('heron.gif', 'Images', await pictures.gif('heron', { width: 120, height: 90, light: 'dawn' }));
  const receipt = await pictures.tiff('sheet', { width: 280, height: 200, number: 5000, seed: 9 });
  add('scan of receipt.tiff', 'Images', receipt, { text: 'RECEIBO 5000 EUR em dinheiro, agente do porto' });
  add('tiny.png', 'Images', await pictures.png('sea', { width: 3, height: 2 }));
  add('broken.jpg', 'Images', pictures.brokenJpeg(random));
  add('cut short.png', 'Images', (await pictures.png('sea', { width: 300, height: 200 })).subarray(0, 60));
  add('bomb.png', 'Images', pictures.pictureBomb());
  add(
    'drawing.svg',
    'Images',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
  );
}
