import { createRequire } from 'node:module';
import { openSync } from 'fontkit';
import PDFDocument from 'pdfkit';

export type Pdf = InstanceType<typeof PDFDocument>;

type Described = {
  title: string;
  author: string;
  /** The moment that the file names as that of its making. */
  made: Date;
  size: 'A4' | 'A5';
  /** Points on each side. */
  margin: number;
  /** Lets `draw` go back to earlier pages. */
  bufferPages?: boolean;
};

const require = createRequire(import.meta.url);

/** PDFKit takes an opened font too, which its types do not say. */
const openFont = (file: string) => openSync(file) as unknown as string;

let fonts: { regular: string; bold: string } | null = null;

/**
 * Makes Noto Sans the fonts `regular` and `bold` of a document. The fonts that every PDF reader has lack ɔ, ɛ and ₵, which
 * names and amounts in Ghana are written with; a document carries the letters of this one that it uses. Opened once, since
 * reading its tables costs ten times what drawing a page does.
 */
export const registerFonts = (pdf: Pdf): void => {
  fonts ??= {
    regular: openFont(require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
    bold: openFont(require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf')),
  };
  pdf.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
};

/** Makes a tagged PDF, which screen readers can read. */
export const makePdf = async (
  { title, author, made, size, margin, bufferPages = false }: Described,
  draw: (pdf: Pdf) => void,
): Promise<Buffer> => {
  const pdf = new PDFDocument({
    size,
    margin,
    bufferPages,
    tagged: true,
    displayTitle: true,
    lang: 'en-GB',
    pdfVersion: '1.7',
    info: { Title: title, Author: author, CreationDate: made },
  });
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
