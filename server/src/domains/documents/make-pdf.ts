import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';
import encodeQR from 'qr';

export type Pdf = InstanceType<typeof PDFDocument>;

type Described = {
  title: string;
  author: string;
  /** The creation date in the file. */
  made: Date;
  /** The page's format, or its width and length in points. */
  size: 'A4' | 'A5' | [width: number, length: number];
  /** Points on each side. */
  margin: number;
  /** Allows `draw` to return to earlier pages. */
  bufferPages?: boolean;
};

const require = createRequire(import.meta.url);

/** The libraries and the opened fonts, loaded for the first PDF, since no start needs them. */
const loadTools = async () => {
  const [{ default: Document }, { openSync }] = await Promise.all([import('pdfkit'), import('fontkit')]);
  // PDFKit takes an opened font too, which its types do not say.
  const openFont = (file: string) => openSync(file) as unknown as string;
  const regular = openFont(require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'));
  const bold = openFont(require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'));
  return { Document, fonts: { regular, bold } };
};

let tools: ReturnType<typeof loadTools> | undefined;

/**
 * Makes a tagged PDF, which screen readers can read. Its fonts `regular` and `bold` are Noto Sans:
 * the standard PDF fonts lack ɔ, ɛ and ₵, which Ghanaian names and amounts need. Only used letters
 * are embedded.
 */
export const makePdf = async (
  { title, author, made, size, margin, bufferPages = false }: Described,
  draw: (pdf: Pdf) => void,
): Promise<Buffer> => {
  tools ??= loadTools();
  const { Document, fonts } = await tools;
  const pdf = new Document({
    size,
    margin,
    bufferPages,
    tagged: true,
    displayTitle: true,
    lang: 'en-GB',
    pdfVersion: '1.7',
    info: { Title: title, Author: author, CreationDate: made },
  });
  pdf.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((done, fail) => {
    pdf.on('end', done);
    pdf.on('error', fail);
  });
  draw(pdf);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
};

/** Width of the quiet zone around a code, in modules. */
const QUIET = 2;

/** The rows of a QR code with its quiet zone, readable with a sixth damaged; true is dark. */
export const qrModules = (text: string): boolean[][] => encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });

/** Draws a QR code, its quiet zone's upper left corner at `x` and `y`, in points. */
export const drawQr = (pdf: Pdf, text: string, { x, y, size }: { x: number; y: number; size: number }): void => {
  const modules = qrModules(text);
  const edge = size / modules.length;
  for (const [row, dark] of modules.entries()) {
    for (const [column, isDark] of dark.entries()) {
      if (isDark) pdf.rect(x + column * edge, y + row * edge, edge, edge);
    }
  }
  // One path, so that no seams show between the modules.
  pdf.fill('#000000');
};
