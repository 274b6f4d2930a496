import { MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS, PHOTO_TYPES } from '@banbo/contract';
import { HEADER_BYTES, type PictureHeader, readPictureHeader } from './picture-header.ts';
import { shrinkPicture } from './shrink-picture.ts';

/** A photo that may be sent, with a small copy to show. */
export type ChosenPhoto = { file: File; preview: string };

/** The refusal of a file; its message is for the person. */
export class PhotoRefusal extends Error {}

export const ONE_PHOTO_ONLY = 'Only 1 images can be uploaded at a time';
const unsupported = (type: string) => `${type} is not a supported format`;
const tooLarge = (type: string) => `${type} is too large. Please pick a small image`;

/** Bytes. A smaller picture is sent as it is: shrinking it again would cost quality and save little. */
const SMALL_BYTES = 400_000;
/** Decoding takes four bytes a pixel; beyond this, a cheap phone would run out of memory instead of refusing. */
const MOST_PIXELS = 120_000_000;

const isSupported = (type: string): boolean => (PHOTO_TYPES as readonly string[]).includes(type);

/** The type to name in a refusal, when the bytes do not tell: never a supported one, as the bytes disprove it. */
const claimedType = (file: File): string => (file.type && !isSupported(file.type) ? file.type : 'This file');

const headerOf = async (file: File): Promise<PictureHeader> => {
  const header = readPictureHeader(new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()));
  if (!header) throw new PhotoRefusal(unsupported(claimedType(file)));
  if (!isSupported(header.type)) throw new PhotoRefusal(unsupported(header.type));
  return header;
};

/**
 * Takes one picked file: checks its format by its bytes, shrinks it to a JPEG when it is large, then checks its size.
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
