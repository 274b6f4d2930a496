import { expect, test } from 'vitest';
import { fileType } from './file-type.ts';

const of = (latin: string): string => fileType(Buffer.from(latin, 'latin1'));

test.each([
  ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  ['GIF89a\x01\0\x01\0\x80\0\0', 'image/gif'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x18ftypheic\0\0\0\0', 'image/heic'],
  ['\0\0\0\x1cftypavif\0\0\0\0', 'image/avif'],
  ['BM\x36\0\0\0\0\0\0\0', 'image/bmp'],
  ['II*\0\x08\0\0\0', 'image/tiff'],
  ['%PDF-1.7\n', 'application/pdf'],
  ['PK\x03\x04\x14\0', 'application/zip'],
  ['<?xml version="1.0"?>\n<!-- face --><SVG xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['GIF is how this letter begins.', 'text/plain'],
  ['BMW\tOpel\r\n', 'text/plain'],
  ['\0\x01\x02\x03', 'application/octet-stream'],
])('%j is %s', (bytes, type) => {
  expect(of(bytes)).toBe(type);
});

test('a text cut off in the middle of a letter is still a text', () => {
  expect(fileType(Buffer.from('a'.repeat(4095) + 'é'.repeat(9)))).toBe('text/plain');
});
