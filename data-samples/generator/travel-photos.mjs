/** The journeys of half a year in pictures, with time and place; and who took them. Two cameras tell more than their owners would. */
import * as pictures from './pictures.mjs';

export const phones = {
  ana: { make: 'Invented Optics', model: 'Invented Optics 3', serial: 'IO3-00981' },
  juergen: { make: 'Falkon', model: 'Falkon F2', serial: 'F2-00417' },
  chen: { make: 'Lanlu', model: 'Lanlu Mobile 9', serial: 'LM9-5520' },
};

/** Name, scene, light, colour, time, latitude, longitude, place. */
const journeys = [
  ['IMG_4301.jpg', 'heron', 'dawn', '#7e93a6', '2022-10-02T07:12:40+01:00', 38.6601, -9.0502, 'Tagus estuary'],
  ['IMG_4315.jpg', 'town', 'day', '#7e93a6', '2022-10-09T15:30:02+01:00', 38.7139, -9.1334, 'Lisbon'],
  ['IMG_4338.jpg', 'quay', 'day', '#20566b', '2022-11-05T10:05:11-03:00', -23.9608, -46.3, 'Santos'],
  ['IMG_4340.jpg', 'containers', 'day', '#b5452c', '2022-11-05T10:31:55-03:00', -23.9631, -46.3052, 'Santos'],
  ['IMG_4352.jpg', 'table', 'day', '#7e93a6', '2022-11-28T11:20:00+02:00', 34.6702, 33.0431, 'Limassol'],
  ['IMG_4360.jpg', 'sea', 'dusk', '#20566b', '2022-11-28T17:44:10+02:00', 34.6489, 33.0166, 'Limassol'],
  ['IMG_4377.jpg', 'lighthouse', 'dusk', '#20566b', '2022-12-14T17:21:33+02:00', 37.9338, 23.6215, 'Piraeus'],
  ['IMG_4391.jpg', 'quay', 'fog', '#59636b', '2023-01-18T09:02:47+01:00', 53.5413, 9.9841, 'Hamburg'],
  ['IMG_4402.jpg', 'warehouse', 'fog', '#8a8f94', '2023-02-10T16:15:29+01:00', 51.9496, 4.1453, 'Rotterdam'],
  ['IMG_4410.jpg', 'sea', 'night', '#20566b', '2023-03-19T22:58:03+01:00', 51.9847, 4.0702, 'Rotterdam'],
  ['IMG_4412.jpg', 'warehouse', 'night', '#39424a', '2023-03-20T01:12:46+01:00', 51.9498, 4.1449, 'Rotterdam'],
  ['IMG_4413.jpg', 'seal', 'night', '#d9772b', '2023-03-20T01:31:08+01:00', 51.9497, 4.1451, 'Rotterdam'],
  ['IMG_4414.jpg', 'containers', 'night', '#2f6690', '2023-03-20T01:40:52+01:00', 51.9497, 4.1451, 'Rotterdam'],
  ['IMG_4420.jpg', 'road', 'night', '#39424a', '2023-03-20T03:05:17+01:00', 51.9201, 4.2533, 'Rotterdam'],
];
const NUMBERS = { 'IMG_4413.jpg': 8801, 'IMG_4414.jpg': 4471902 };

/** A picture as a phone takes it, with its properties. */
export async function takePhoto(scene, { width = 800, height = 600, camera, taken, place, name, ...look }) {
  const exif = pictures.exifOf({ camera, taken, place });
  const bytes = await pictures.jpeg(scene, { width, height, exif, ...look });
  return {
    bytes,
    thumb: await pictures.thumbnail(bytes),
    properties: {
      type: 'jpeg',
      ext: 'jpg',
      category: place === undefined ? 'Images' : ['Images', 'Geolocated Images'],
      contentType: 'image/jpeg',
      created: taken,
      modified: taken,
      'image:width': width,
      'image:height': height,
      'image:camera': camera.model,
      'image:serial': camera.serial,
      ...(place === undefined ? {} : { 'common:geo:lat': place[0], 'common:geo:long': place[1] }),
      ...(name === undefined ? {} : { 'image:place': name }),
    },
  };
}

/** The pictures of the journeys, by their names. */
export async function journeyPhotos() {
  const photos = new Map();
  for (const [n, [name, scene, light, hue, taken, latitude, longitude, town]] of journeys.entries()) {
    const look = { light, hue, seed: 300 + n, number: NUMBERS[name] };
    const photo = await takePhoto(scene, {
      ...look,
      camera: phones.ana,
      taken,
      place: [latitude, longitude],
      name: town,
    });
    photos.set(name, photo);
  }
  return photos;
}

/** What x91 sent: three pictures of a night, without a place. The camera is in them all the same. */
export async function threateningPhotos() {
  const shots = [
    ['warehouse', '2023-03-20T01:22:10+01:00', undefined],
    ['containers', '2023-03-20T01:38:44+01:00', 4471902],
    ['road', '2023-03-20T02:51:36+01:00', undefined],
  ];
  return Promise.all(
    shots.map(([scene, taken, number], n) =>
      takePhoto(scene, {
        light: 'night',
        hue: '#2f6690',
        seed: 440 + n,
        number,
        camera: phones.juergen,
        taken,
        width: 640,
        height: 480,
      }),
    ),
  );
}
