import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const asFile = (bytes: Uint8Array, name: string, type: string): File =>
  new File([new Uint8Array(bytes)], name, { type });

const SKINS = ['#8d5524', '#6b3e20', '#a5673f', '#4e2c17', '#7a4a2a'];
const SHIRTS = ['#0f6b5c', '#b5432e', '#24508f', '#d99a1f', '#5d3a7a', '#2f6f2f'];
const GROUNDS = ['#dfe9e6', '#f1e4d3', '#dde4f0', '#efe0e0', '#e6e6da'];

const choose = (choices: readonly string[], seed: number): string => choices[seed % choices.length] ?? '#000000';

const face = (seed: number, size: number): string => `
  <svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 200 200">
    <rect width="200" height="200" fill="${choose(GROUNDS, seed)}"/>
    <path d="M20 200 Q25 145 75 138 H125 Q175 145 180 200 Z" fill="${choose(SHIRTS, seed)}"/>
    <rect x="82" y="112" width="36" height="36" rx="14" fill="${choose(SKINS, seed)}"/>
    <ellipse cx="100" cy="${seed % 3 === 0 ? 74 : 78}" rx="${seed % 3 === 0 ? 52 : 43}" ry="${seed % 3 === 0 ? 54 : 44}" fill="#1d1512"/>
    <ellipse cx="100" cy="88" rx="37" ry="44" fill="${choose(SKINS, seed)}"/>
    <circle cx="86" cy="84" r="4.5" fill="#1d1512"/><circle cx="114" cy="84" r="4.5" fill="#1d1512"/>
    <path d="M99 90 q-4 12 3 12" stroke="#3a2014" stroke-width="2.5" fill="none"/>
    <path d="M85 113 q15 ${8 + (seed % 6)} 30 0" stroke="#fff" stroke-width="4" fill="none" stroke-linecap="round"/>
  </svg>`;

/** A drawn face as a JPEG, another one for every seed. */
export const photoJpeg = async (seed = 1, size = 480): Promise<File> =>
  asFile(
    await sharp(Buffer.from(face(seed, size)))
      .jpeg({ quality: 82 })
      .toBuffer(),
    `driver-${seed}.jpg`,
    'image/jpeg',
  );

/** A JPEG as phones make it: on its side, saying so in EXIF, with the place it was taken at. */
export const phoneJpeg = async (): Promise<File> => {
  const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#8d5524' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'A PHONE' }, IFD3: { GPSLatitude: '5/1 36/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return asFile(bytes, 'IMG_0001.JPG', 'image/jpeg');
};

export const photoPng = async (): Promise<File> =>
  asFile(
    await sharp(Buffer.from(face(2, 300)))
      .png()
      .toBuffer(),
    'driver.png',
    'image/png',
  );

export const photoGif = async (): Promise<File> =>
  asFile(
    await sharp(Buffer.from(face(3, 300)))
      .gif()
      .toBuffer(),
    'driver.gif',
    'image/gif',
  );

/** A JPEG of noise, which cannot be compressed, of more bytes than asked for. */
export const largeJpeg = async (moreThan: number): Promise<File> => {
  // Such noise takes more than two bytes a pixel.
  const side = Math.ceil(Math.sqrt(moreThan / 2));
  const noise = sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
  return asFile(await noise.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(), 'large.jpg', 'image/jpeg');
};

/** A progressive JPEG on its side, so that its decoder holds all of it at once. */
export const photoInPasses = async (width: number, height: number): Promise<File> => {
  const plain = sharp({ create: { width, height, channels: 3, background: '#8d5524' } });
  const coded = plain.jpeg({ quality: 60, progressive: true, chromaSubsampling: '4:4:4' });
  return asFile(await coded.withMetadata({ orientation: 6 }).toBuffer(), 'passes.jpg', 'image/jpeg');
};

/** The first half of a JPEG. */
export const truncatedJpeg = async (): Promise<File> => {
  const whole = await (await photoJpeg()).bytes();
  return asFile(whole.subarray(0, whole.length / 2), 'half.jpg', 'image/jpeg');
};

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

/** A valid grey PNG of side × side pixels, one bit each: 20,000 × 20,000 takes some 50 kB. */
export const hugePng = (side: number): File => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side));
  const bytes = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', new Uint8Array()),
  ]);
  return asFile(bytes, 'huge.png', 'image/png');
};

export const textPng = (): File => asFile(Buffer.from('This is not a picture.'), 'face.png', 'image/png');

export const svgPhoto = (): File => asFile(Buffer.from(face(1, 100)), 'face.svg', 'image/svg+xml');
