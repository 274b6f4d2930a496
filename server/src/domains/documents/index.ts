export { makePdf, type Pdf, registerFonts } from './make-pdf.ts';
export { drawQr, qrModules } from './qr.ts';
