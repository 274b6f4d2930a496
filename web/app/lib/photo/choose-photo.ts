import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS, PHOTO_TYPES } from '@banbo/contract';
import { shrinkPicture } from './shrink-picture.ts';

/** A file's media type by its first bytes, and its size in pixels if known. */
type PictureHeader = { type: string; width: number; height: number };

/** Enough for the size in a JPEG that starts with a large EXIF block and its thumbnail. */
const HEADER_BYTES = 256 * 1024;

const text = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

/** The frame header of a JPEG, behind any number of other segments. */
const jpegSize = (view: DataView): { width: number; height: number } => {
  let at = 2;
  while (at + 8 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
  return { width: 0, height: 0 };
};

/** Refused formats that are common enough to be named to the person. */
const named = (bytes: Uint8Array): string | null => {
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'image/webp';
  if (text(bytes, 4, 8) === 'ftyp') return /^(hei|hev|mif)/.test(text(bytes, 8, 12)) ? 'image/heic' : 'video/mp4';
  if (text(bytes, 0, 5) === '%PDF-') return 'application/pdf';
  if (text(bytes, 0, 2) === 'BM') return 'image/bmp';
  if (/^\s*<(\?xml|svg|!--)/.test(text(bytes, 0, 200).replace(/^\xef\xbb\xbf/, ''))) return 'image/svg+xml';
  return null;
};

/** Reads a file's first bytes. The type is null for an unknown format, the size 0 if not found. */
export const readPictureHeader = (bytes: Uint8Array<ArrayBuffer>): PictureHeader | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 24) return null;
  if (view.getUint16(0) === 0xffd8) return { type: 'image/jpeg', ...jpegSize(view) };
  if (text(bytes, 1, 4) === 'PNG') return { type: 'image/png', width: view.getUint32(16), height: view.getUint32(20) };
  if (text(bytes, 0, 4) === 'GIF8')
    return { type: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
  const type = named(bytes);
  return type ? { type, width: 0, height: 0 } : null;
};

/** A photo that may be sent, with a small copy to show. */
export type ChosenPhoto = { file: File; preview: string };

/** The refusal of a file; its message is for the person. */
export class PhotoRefusal extends Error {}

export const ONE_PHOTO_ONLY = 'Only 1 images can be uploaded at a time';
const unsupported = (type: string) => `${type} is not a supported format`;
const tooLarge = (type: string) => `${type} is too large. Please pick a small image`;

/** Bytes. Smaller pictures are sent as they are: shrinking would cost quality and save little. */
const SMALL_BYTES = 400_000;
/** Decoding takes four bytes a pixel; above this, a cheap phone would run out of memory. */
const MOST_PIXELS = 120_000_000;

const isSupported = (type: string): boolean => (PHOTO_TYPES as readonly string[]).includes(type);

/** The type to name in a refusal: never a supported one, since the bytes disprove it. */
const claimedType = (file: File): string => (file.type && !isSupported(file.type) ? file.type : 'This file');

const headerOf = async (file: File): Promise<PictureHeader> => {
  const header = readPictureHeader(new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()));
  if (!header) throw new PhotoRefusal(unsupported(claimedType(file)));
  if (!isSupported(header.type)) throw new PhotoRefusal(unsupported(header.type));
  return header;
};

/**
 * Checks a picked file's format by its bytes, shrinks a large one to JPEG, then checks its size.
 * Throws `PhotoRefusal`.
 */
export const choosePhoto = async (files: readonly File[]): Promise<ChosenPhoto | null> => {
  const [file] = files;
  if (!file) return null;
  if (files.length > 1) throw new PhotoRefusal(ONE_PHOTO_ONLY);
  const { type, width, height } = await headerOf(file);
  if (width * height > MOST_PIXELS) throw new PhotoRefusal(tooLarge(type));
  const shrunk = await shrinkPicture(file).catch(() => null);
  if (!shrunk) throw new PhotoRefusal(file.size > MAX_PHOTO_BYTES ? tooLarge(type) : unsupported(type));
  const name = file.name.replace(/\.\w*$/, '');
  const isLarge = file.size > SMALL_BYTES || width * height > MAX_PHOTO_PIXELS;
  // Keeps the original's time, so that the same picture picked again is the same upload.
  const { lastModified } = file;
  const sent =
    isLarge && shrunk.jpeg ? new File([shrunk.jpeg], `${name}.jpg`, { type: 'image/jpeg', lastModified }) : file;
  if (sent.size > MAX_PHOTO_BYTES) throw new PhotoRefusal(tooLarge(type));
  return { file: sent, preview: shrunk.preview };
};
