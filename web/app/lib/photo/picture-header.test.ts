import { describe, expect, it } from 'vitest';
import { readPictureHeader } from './choose-photo.ts';

const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> => {
  const all = parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part));
  return Uint8Array.from([...all, ...Array(Math.max(0, 40 - all.length)).fill(0)]);
};

/** A segment other than the frame, such as EXIF: marker, length, content. */
const segment = (marker: number, size: number) => [
  0xff,
  marker,
  (size + 2) >> 8,
  (size + 2) & 255,
  ...Array(size).fill(7),
];
const FRAME = [0xff, 0xc2, 0, 17, 8, 0x0b, 0xb8, 0x0f, 0xa0];

describe('the first bytes of a file', () => {
  it.each([
    ['JPEG', bytes([0xff, 0xd8], FRAME), { type: 'image/jpeg', width: 4000, height: 3000 }],
    [
      'JPEG behind EXIF and a table',
      bytes([0xff, 0xd8], segment(0xe1, 60_000), segment(0xc4, 30), FRAME),
      { type: 'image/jpeg', width: 4000, height: 3000 },
    ],
    ['JPEG cut off before its size', bytes([0xff, 0xd8, 0xff, 0xe1]), { type: 'image/jpeg', width: 0, height: 0 }],
    [
      'PNG',
      bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR', [0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20]),
      { type: 'image/png', width: 20_000, height: 20_000 },
    ],
    ['GIF', bytes('GIF89a', [0x40, 0x01, 0xf0, 0x00]), { type: 'image/gif', width: 320, height: 240 }],
    ['WebP', bytes('RIFF', [0, 0, 0, 0], 'WEBP'), { type: 'image/webp', width: 0, height: 0 }],
    ['HEIC', bytes([0, 0, 0, 24], 'ftypheic'), { type: 'image/heic', width: 0, height: 0 }],
    ['a video', bytes([0, 0, 0, 24], 'ftypisom'), { type: 'video/mp4', width: 0, height: 0 }],
    ['PDF', bytes('%PDF-1.7'), { type: 'application/pdf', width: 0, height: 0 }],
    [
      'SVG with a byte order mark',
      bytes([0xef, 0xbb, 0xbf], '\n<svg>'),
      { type: 'image/svg+xml', width: 0, height: 0 },
    ],
  ])('name a %s', (_, given, header) => {
    expect(readPictureHeader(given)).toEqual(header);
  });

  it.each([
    ['a text', bytes('Dear driver, here is a letter of some length.')],
    ['next to nothing', Uint8Array.from([0xff, 0xd8])],
  ])('of %s name nothing', (_, given) => {
    expect(readPictureHeader(given)).toBeNull();
  });
});
