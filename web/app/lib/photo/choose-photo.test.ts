import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS } from '@banbo/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { choosePhoto, PhotoRefusal } from './choose-photo.ts';
import { shrinkPicture } from './shrink-picture.ts';

// Only browsers decode pictures, so a journey tests that.
vi.mock('./shrink-picture.ts', () => ({ shrinkPicture: vi.fn() }));

const PREVIEW = 'data:image/jpeg;base64,small';
const SHRUNK = new Blob(['shrunk'], { type: 'image/jpeg' });

beforeEach(() => {
  vi.mocked(shrinkPicture).mockResolvedValue({ jpeg: SHRUNK, preview: PREVIEW });
});
afterEach(() => {
  vi.mocked(shrinkPicture).mockReset();
});

const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const big = (number: number): number[] => [24, 16, 8, 0].map((shift) => (number >> shift) & 255);

/** The first bytes of a PNG of that size, followed by zeros. */
const png = (width: number, height: number, bytes = 64): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(bytes);
  all.set([0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a, 0, 0, 0, 13, ...ascii('IHDR'), ...big(width), ...big(height)]);
  return all;
};
const jpeg = (bytes: number): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(bytes);
  all.set([0xff, 0xd8, 0xff, 0xe0]);
  return all;
};
const file = (name: string, type: string, content: Uint8Array<ArrayBuffer> | string): File =>
  new File([content], name, { type, lastModified: 1_700_000_000_000 });

const LETTER = 'Dear driver, '.repeat(9);
const cannotBeDecoded = () => vi.mocked(shrinkPicture).mockRejectedValue(new Error('not decodable'));

test.each([
  ['a text file', file('note.txt', 'text/plain', LETTER), 'text/plain is not a supported format'],
  ['a text file named .png', file('note.png', 'image/png', LETTER), 'This file is not a supported format'],
  [
    'an SVG named .jpg',
    file('me.jpg', 'image/jpeg', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'),
    'image/svg+xml is not a supported format',
  ],
  [
    'a PNG of 20,000 by 20,000 pixels',
    file('big.png', 'image/png', png(20_000, 20_000)),
    'image/png is too large. Please pick a small image',
  ],
])('%s is refused by its bytes, and nobody tries to decode it', async (_, picked, message) => {
  await expect(choosePhoto([picked])).rejects.toThrow(new PhotoRefusal(message));
  expect(shrinkPicture).not.toHaveBeenCalled();
});

test('a picture that cannot be decoded is refused for its format, or for its size where it is large', async () => {
  cannotBeDecoded();
  const refused = (bytes: number) => expect(choosePhoto([file('me.jpg', 'image/jpeg', jpeg(bytes))])).rejects;
  await refused(500).toThrow(new PhotoRefusal('image/jpeg is not a supported format'));
  await refused(MAX_PHOTO_BYTES + 1).toThrow(new PhotoRefusal('image/jpeg is too large. Please pick a small image'));
});

test('two photos at once are refused, and none is none', async () => {
  const one = file('me.png', 'image/png', png(300, 400));
  await expect(choosePhoto([one, one])).rejects.toThrow(new PhotoRefusal('Only 1 images can be uploaded at a time'));
  expect(await choosePhoto([])).toBeNull();
});

test('a small picture is sent as it is', async () => {
  const picked = file('me.png', 'image/png', png(300, 400));
  const chosen = await choosePhoto([picked]);
  expect(chosen).toEqual({ file: picked, preview: PREVIEW });
  expect(chosen?.file).toBe(picked);
});

test.each([
  ['bytes', png(300, 400, 400_001)],
  ['pixels', png(MAX_PHOTO_PIXELS, 2)],
])(
  'one of many %s is sent shrunk, under its name and time, so that picked again it is the same upload',
  async (_, content) => {
    const chosen = await choosePhoto([file('IMG_2043.PNG', 'image/png', content)]);
    expect(chosen?.file).toMatchObject({ name: 'IMG_2043.jpg', type: 'image/jpeg', lastModified: 1_700_000_000_000 });
    expect(await chosen?.file.text()).toBe('shrunk');
  },
);

test('one that the browser cannot write smaller is sent as it is, unless it is too large', async () => {
  vi.mocked(shrinkPicture).mockResolvedValue({ jpeg: null, preview: PREVIEW });
  const picked = file('me.png', 'image/png', png(300, 400, 400_001));
  expect((await choosePhoto([picked]))?.file).toBe(picked);
  const large = file('me.png', 'image/png', png(300, 400, MAX_PHOTO_BYTES + 1));
  await expect(choosePhoto([large])).rejects.toThrow(/^image\/png is too large/);
});
