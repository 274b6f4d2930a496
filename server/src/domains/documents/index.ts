export { type HtmlSection, makeHtml } from './html-document.ts';
export { drawQr, makePdf, type Pdf, qrModules, registerFonts } from './make-pdf.ts';
export { tablePdf } from './table-pdf.ts';
