export {
  BAD,
  BRAND,
  block,
  bold,
  check,
  described,
  fact,
  goOn,
  headOfPaper,
  INK,
  type Letterhead,
  letterhead,
  makeRoom,
  marginOf,
  numberPages,
  ornament,
  regular,
  rule,
  type Sheet,
  SOFT,
  signatures,
  widthOf,
} from './drawing.ts';
export { type HtmlSection, makeHtml } from './html-document.ts';
export { listPdf } from './list-pdf.ts';
export { drawQr, makePdf, type Pdf, qrModules } from './make-pdf.ts';
export { type PdfRow, tablePdf } from './table-pdf.ts';
