import { createHash } from 'node:crypto';
import { MAX_ATTACHMENT_BYTES, PHOTO_TYPES } from '@banbo/contract';
import { fileType } from '#lib/file-type.ts';
import { reencodePhoto } from '#lib/reencode-photo.ts';
import { refusalAt } from '#lib/refusal.ts';

/** The longest side of a picture in pixels: the small print of a receipt is read. */
const LONGEST_SIDE = 2_400;

const MAX_NAME = 100;

/** A PDF ends with this mark, with little behind it (ISO 32000-1, 7.5.5). */
const END_MARK = '%%EOF';
const TAIL_BYTES = 2_048;

/** A paper as it is stored. */
export type Paper = { name: string; type: 'application/pdf' | 'image/jpeg'; content: Buffer; sha256: Buffer };

/** The file's own name in letters, digits, dots and dashes, with the ending of its kind. */
const nameOf = (given: string, ending: string): string => {
  const own = given
    .replace(/\.\w{1,5}$/, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} ._()-]/gu, '_')
    .trim()
    .slice(0, MAX_NAME);
  return `${/[\p{L}\p{N}]/u.test(own) ? own : 'paper'}.${ending}`;
};

const isWholePdf = (bytes: Buffer): boolean =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-TAIL_BYTES).includes(END_MARK);

const paperOf = (name: string, type: Paper['type'], content: Buffer): Paper => ({
  ...{ name, type, content },
  sha256: createHash('sha256').update(content).digest(),
});

/**
 * Reads an attached file by its bytes, whatever its name says: a picture becomes a JPEG without
 * metadata, a PDF stays as it is. Refused with 413 `too_large`, and with 415 where it is neither or
 * is cut off.
 */
export const readPaper = async ({ body: { file } }: { body: { file: File } }): Promise<Paper> => {
  if (file.size > MAX_ATTACHMENT_BYTES) {
    throw refusalAt('too_large', 'file', 'This file is larger than 10 MB. Please attach a smaller one.');
  }
  const bytes = Buffer.from(await file.arrayBuffer());
  const type = fileType(bytes);
  if (PHOTO_TYPES.some((allowed) => allowed === type)) {
    return paperOf(nameOf(file.name, 'jpg'), 'image/jpeg', Buffer.from(await reencodePhoto(file, LONGEST_SIDE)));
  }
  if (type !== 'application/pdf') {
    throw refusalAt('unsupported_media', 'file', 'Please attach a PDF or a picture (JPEG, PNG or GIF).');
  }
  if (!isWholePdf(bytes)) {
    throw refusalAt('unsupported_media', 'file', 'This PDF is cut off. Please save it again and attach that.');
  }
  return paperOf(nameOf(file.name, 'pdf'), type, bytes);
};
