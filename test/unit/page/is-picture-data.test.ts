/** Names of properties of pictures in IPED, Autopsy, load files and our samples. */
import { expect, test } from '@jest/globals';
import { isPictureData } from '../../../src/page/preview/is-picture-data.ts';

test.each([
  'image:camera',
  'image:Exif IFD0:Model',
  'image:tiff:Make',
  'common:geo:lat',
  'exif:ExposureTime',
  'Exif SubIFD:F-Number',
  'tiff:Orientation',
  'Device Model',
  'Date Taken',
  'GPS Latitude',
  'latitude',
  'Image Height',
])('%s is data of a picture', (name) => {
  expect(isPictureData(name)).toBe(true);
});

test.each(['name', 'path', 'length', 'category', 'hash', 'modified', 'from', 'imagery', 'Message:Subject', 'treeNode'])(
  '%s is not',
  (name) => {
    expect(isPictureData(name)).toBe(false);
  },
);
