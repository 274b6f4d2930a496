export { makePdf, type Pdf, registerFonts } from './make-pdf.ts';
export { drawQr } from './qr.ts';
