export { type HtmlSection, makeHtml } from './html-document.ts';
export { makePdf, type Pdf, registerFonts } from './make-pdf.ts';
export { drawQr, qrModules } from './qr.ts';
