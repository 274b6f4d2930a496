import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import type { getDocument } from 'unpdf/pdfjs';

const READER = join(dirname(createRequire(import.meta.url).resolve('unpdf')), 'pdfjs.mjs');
/** An address that nobody has, at which the browser finds a page with the reader. */
const SHOWN_AT = 'http://pdf.test/';
/** Pixels for a point, with which the modules of a code are as large as a camera sees them. */
const SCALE = 3;

type Reader = { getDocument: typeof getDocument };

const SHOWN =
  '<!doctype html><link rel="icon" href="data:,">' +
  '<script type="module">import { getDocument } from "/reader.mjs"; Object.assign(window, { getDocument });</script>';

const draw = async ({ base64, scale }: { base64: string; scale: number }) => {
  const { getDocument } = window as unknown as Reader;
  const pdf = await getDocument({ data: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)) }).promise;
  const page = await pdf.getPage(1);
  const viewport = page.getViewport({ scale });
  const { width, height } = viewport;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const canvasContext = canvas.getContext('2d');
  if (!canvasContext) throw new Error('no canvas');
  await page.render({ canvas, canvasContext, viewport }).promise;
  const { items } = await page.getTextContent();
  const picture = canvasContext.getImageData(0, 0, canvas.width, canvas.height);
  let bytes = '';
  for (const byte of picture.data) bytes += String.fromCharCode(byte);
  return {
    pages: pdf.numPages,
    text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
    picture: { width: picture.width, height: picture.height, data: btoa(bytes) },
  };
};

const readTexts = async (base64: string): Promise<string[]> => {
  const { getDocument } = window as unknown as Reader;
  const pdf = await getDocument({ data: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)) }).promise;
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const { items } = await (await pdf.getPage(number)).getTextContent();
      return items.map((item) => ('str' in item ? item.str : '')).join(' ');
    }),
  );
};

/** A page of the same browser that has the reader. */
const openReader = async (beside: Page): Promise<Page> => {
  const page = await beside.context().newPage();
  await page.route(`${SHOWN_AT}**`, async (route) =>
    route.request().url().endsWith('.mjs')
      ? route.fulfill({ contentType: 'text/javascript', body: await readFile(READER) })
      : route.fulfill({ contentType: 'text/html', body: SHOWN }),
  );
  await page.goto(SHOWN_AT);
  return page;
};

const readBeside = async (beside: Page, bytes: Buffer): Promise<string[]> => {
  const page = await openReader(beside);
  const texts = await page.evaluate(readTexts, bytes.toString('base64'));
  await page.close();
  return texts;
};

/** The words of each sheet of paper that a page prints. */
export const printedTexts = async (printed: Page): Promise<string[]> =>
  readBeside(printed, await printed.pdf({ preferCSSPageSize: true }));

/** The words of each page of a PDF that was saved, with single spaces between them. */
export const pdfTexts = async (beside: Page, file: string): Promise<string[]> =>
  (await readBeside(beside, await readFile(file))).map((text) => text.replaceAll(/\s+/g, ' ').trim());

/**
 * Draws a PDF's first page in the browser and gives its words and its QR code, as a camera reads
 * it. Throws if no code can be read.
 */
export const readPdf = async (beside: Page, file: string): Promise<{ pages: number; text: string; qr: string }> => {
  const page = await openReader(beside);
  const { pages, text, picture } = await page.evaluate(draw, {
    base64: (await readFile(file)).toString('base64'),
    scale: SCALE,
  });
  await page.close();
  return { pages, text, qr: decodeQR({ ...picture, data: Buffer.from(picture.data, 'base64') }) };
};
