import encodeQR from 'qr';
import type { Pdf } from './make-pdf.ts';

/** The light edge that readers need around a code, in modules. */
const QUIET = 2;

/** The dark modules of a text's QR code with its light edge, row by row. A code that is torn or stained by a sixth still reads. */
export const qrModules = (text: string): boolean[][] => encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });

/** Draws a text as a QR code. Points; `x` and `y` are those of the upper left corner, the light edge included. */
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
