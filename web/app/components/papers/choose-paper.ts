import { MAX_ATTACHMENT_BYTES } from '@banbo/contract';

/** The files that a picker offers. */
export const PAPER_TYPES = 'application/pdf,image/jpeg,image/png,image/gif';

const PDF = '%PDF-';
const TOO_LARGE = 'This file is larger than 10 MB. Please choose a smaller one.';
const NEITHER = 'Please choose a PDF or a picture (JPEG, PNG or GIF).';
const UNREADABLE = 'The file could not be read. Please choose it again.';

const isPdf = async (file: File): Promise<boolean> => (await file.slice(0, PDF.length).text()) === PDF;

/**
 * The file to send for one that was chosen: a PDF as it is, a picture made smaller. Throws an error
 * with a sentence for the person, before anything of a form is sent.
 */
export const choosePaper = async (file: File): Promise<File> => {
  const isOfPdf = await isPdf(file).catch(() => null);
  if (isOfPdf === null) throw new Error(UNREADABLE);
  if (isOfPdf) {
    if (file.size > MAX_ATTACHMENT_BYTES) throw new Error(TOO_LARGE);
    return file;
  }
  const { choosePhoto, readPictureHeader } = await import('~/lib/photo/choose-photo.ts');
  const header = readPictureHeader(new Uint8Array(await file.slice(0, 64).arrayBuffer()));
  if (!header?.type.match(/^image\/(jpeg|png|gif)$/)) throw new Error(NEITHER);
  return (await choosePhoto([file]))?.file ?? file;
};
