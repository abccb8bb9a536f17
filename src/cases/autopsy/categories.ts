/**
 * Names of categories. Autopsy stores no categories, but its tree shows files by type of content. These are the names in that
 * tree.
 */

const BY_TYPE: readonly (readonly [RegExp, string])[] = [
  [/^image\//, 'Images'],
  [/^video\//, 'Videos'],
  [/^audio\//, 'Audio'],
  [/^message\/|vnd\.ms-outlook|mbox$/, 'Emails'],
  [/sqlite|msaccess/, 'Databases'],
  [/dosexec|x-msdownload|x-executable|x-elf|java-archive/, 'Executables'],
  [/zip|x-tar|x-7z|x-rar|x-bzip|x-gzip/, 'Archives'],
  [
    /^text\/|pdf$|msword|ms-excel|ms-powerpoint|officedocument|opendocument|\/rtf$|\/(?:xhtml\+)?xml$|\/json$/,
    'Documents',
  ],
];

export function categoryOf(contentType: string | null): string | null {
  if (contentType === null) return null;
  return BY_TYPE.find(([pattern]) => pattern.test(contentType))?.[1] ?? null;
}
