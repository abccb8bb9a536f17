/** Stand-ins for office documents. */
export const contentTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  pdf: 'application/pdf',
  rtf: 'application/rtf',
  html: 'text/html',
  txt: 'text/plain',
  csv: 'text/csv',
};

/** Not a document that an office would open: bytes with the right start, for download and hash. */
export function officeBytes(type, text, random) {
  const starts = { pdf: '%PDF-1.4\n%', rtf: '{\\rtf1 ', html: '<!doctype html><p>' };
  return Buffer.concat([Buffer.from(starts[type] ?? 'PK\x03\x04', 'latin1'), Buffer.from(text), random.bytes(64)]);
}
