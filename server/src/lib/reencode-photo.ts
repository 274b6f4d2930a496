import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS, PHOTO_TYPES } from '@banbo/contract';
import type { Metadata } from 'sharp';
import { fileType } from '#lib/file-type.ts';
import { withMemory } from '#lib/memory-budget.ts';
import { createQueue } from '#lib/queue.ts';
import { Refusal } from '#lib/refusal.ts';

const QUALITY = 80;
const MAX_SECONDS = 10;

/** Two photos are decoded at once, if their pixels find memory, and eight wait. */
export const decoding = createQueue(2, 8);

/** Loaded for the first photo, so that no start waits for the library. */
const loadSharp = async () => {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
};

let loading: ReturnType<typeof loadSharp> | undefined;
const sharpOnce = () => {
  loading ??= loadSharp();
  return loading;
};

const AT_FIELD = 'body.file';
const UNREADABLE = 'The photo could not be read. Please choose another one.';
const TOO_MANY_PIXELS = `The photo has too many pixels. Please pick one of at most ${MAX_PHOTO_PIXELS / 1e6} megapixels.`;

const refuse = (code: 'unsupported_photo' | 'too_large', message: string): Refusal =>
  new Refusal(code, message, { issues: [{ path: AT_FIELD, message }] });

/** Bytes that some phones' cameras write into sound pictures; the decoder only remarks on them. */
const HARMLESS = /Invalid SOS parameters|extraneous bytes before marker/;

const decode = async (bytes: Uint8Array, side: number, failOn: 'warning' | 'error'): Promise<Buffer> =>
  (await sharpOnce())(bytes, { failOn, limitInputPixels: MAX_PHOTO_PIXELS, autoOrient: true })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: QUALITY })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer();

const reencode = async (bytes: Uint8Array, side: number): Promise<Buffer> => {
  try {
    return await decode(bytes, side, 'warning');
  } catch (error) {
    const remarks = error instanceof Error ? error.message.split('\n') : [''];
    if (remarks.every((remark) => HARMLESS.test(remark))) return decode(bytes, side, 'error');
    throw error;
  }
};

/** Megabytes that any photo takes, and one whose lines come in their order, whatever its size. */
const SMALLEST_MB = 10;
const IN_ORDER_MB = 30;
/** Bytes that a progressive JPEG keeps for each sample until its last pass. */
const COEFFICIENT_BYTES = 2;

/**
 * Megabytes that decoding a photo takes, somewhat above what was measured. JPEG and PNG whose lines
 * come in their order are decoded by lines; others are held whole, 24 megapixels in passes as 144
 * MB.
 */
const decodingMegabytes = ({ width, height, format, isProgressive, channels = 4, depth }: Metadata): number => {
  const pixels = width * height;
  const byLines = (format === 'jpeg' || format === 'png') && !isProgressive;
  const sampleBytes = format === 'jpeg' || depth === 'ushort' ? COEFFICIENT_BYTES : 1;
  const bytes = pixels * (format === 'jpeg' || format === 'png' ? channels * sampleBytes : 6);
  return byLines ? Math.min(IN_ORDER_MB, SMALLEST_MB + bytes / 1e6) : SMALLEST_MB + bytes / 1e6;
};

/** Reads the picture's header. Refuses a picture that is too large, so that it is never decoded. */
const readHeader = async (bytes: Uint8Array): Promise<Metadata> => {
  const sharp = await sharpOnce();
  const header = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (header.width * header.height > MAX_PHOTO_PIXELS) throw refuse('too_large', TOO_MANY_PIXELS);
  return header;
};

/**
 * Re-encodes a photo as a JPEG without metadata, upright, at most `side` pixels wide and high. Its
 * bytes decide its format. Refuses other formats, more than 2,000,000 bytes,
 * more than 24 megapixels and unreadable pictures (docs/product/drivers.md, rule 7).
 */
export const reencodePhoto = async (file: File, side: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length === 0) throw refuse('unsupported_photo', UNREADABLE);
  const type = fileType(bytes);
  if (!PHOTO_TYPES.some((allowed) => allowed === type)) {
    throw refuse('unsupported_photo', `${type} is not a supported format`);
  }
  if (bytes.length > MAX_PHOTO_BYTES) throw refuse('too_large', `${type} is too large. Please pick a small image`);
  const work = decoding(async () => {
    try {
      const megabytes = decodingMegabytes(await readHeader(bytes));
      return await withMemory(megabytes, () => reencode(bytes, side));
    } catch (error) {
      throw error instanceof Refusal ? error : refuse('unsupported_photo', UNREADABLE);
    }
  });
  if (!work) throw new Refusal('busy', 'Many photos are arriving right now. Please try again in a minute.');
  return work;
};
