/** Pictures of the laptop: with and without a thumbnail, turned, broken, cut short, and one that claims to be enormous. */
import * as pictures from './pictures.mjs';

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
  const gps = {
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 57/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '4/1 8/1 0/1' },
  };
  for (const [n, hue] of [
    [200, 0, 0],
    [0, 160, 0],
    [230, 180, 0],
    [80, 80, 80],
  ].entries()) {
    const picture = await pictures.jpeg(640, 480, hue);
    add(`IMG_${4471 + n}.jpg`, 'Images', picture, {
      thumb: await pictures.thumbnail(picture),
      properties: { 'image:width': 640, 'image:height': 480, 'image:camera': 'Invented Optics 3' },
    });
  }
  add('IMG_4480.jpg', ['Images', 'Geolocated Images'], await pictures.jpeg(500, 300, [0, 0, 200], { exif: gps }), {
    properties: { 'common:geo:lat': '51.95', 'common:geo:long': '4.1333', 'image:camera': 'Invented Optics 3' },
  });
  add('turned by EXIF.jpg', 'Images', await pictures.jpeg(600, 200, [0, 200, 200], { orientation: 6 }), {
    properties: { 'image:orientation': 6 },
  });
  add('seal.png', 'Images', await pictures.png(300, 300, [255, 120, 0]), { text: 'SEAL No. 8801 BLUE HERON' });
  add('harbour.webp', 'Images', await pictures.webp(400, 250, [90, 60, 30]));
  add('heron.gif', 'Images', await pictures.gif(120, 90, [60, 60, 160]));
  add('scan of receipt.tiff', 'Images', await pictures.tiff(200, 280, [230, 230, 230]), {
    text: 'RECEIBO 5000 EUR em dinheiro, agente do porto',
  });
  add('tiny.png', 'Images', await pictures.png(3, 2, [1, 2, 3]));
  add('broken.jpg', 'Images', pictures.brokenJpeg(random));
  add('cut short.png', 'Images', (await pictures.png(300, 200, [9, 9, 9])).subarray(0, 60));
  add('bomb.png', 'Images', pictures.pictureBomb());
  add(
    'drawing.svg',
    'Images',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
  );
}
