import { crashCardPage, formatPaperCode, formatPhone, type Site } from '@banbo/contract';
import { drawQr, makePdf, type Pdf } from '#domains/documents';

const [INK, BRAND, SOFT] = ['#14211c', '#12614a', '#4c5a53'];
/** The sticker in points: 105 by 74 mm, a quarter of A5 wide. */
const [WIDTH, HEIGHT] = [297.6, 209.8];
const [MARGIN, QR] = [16, 118];

type Content = { code: string; car_number: string; company: Site; linksTo: string; made_at: Date };

const words = (pdf: Pdf, kind: 'H1' | 'P', draw: () => void): void => {
  pdf.addStructure(pdf.struct(kind, {}, draw));
};

/** The sticker of a crash card on a page of its own size (A7, landscape). */
export const stickerPdf = ({ code, car_number, company, linksTo, made_at }: Content): Promise<Buffer> => {
  const described = { title: `Crash card ${car_number}`, author: company.company_name, made: made_at };
  return makePdf({ ...described, size: [WIDTH, HEIGHT], margin: MARGIN }, (pdf) => {
    pdf.page.margins.bottom = 0;
    const page = crashCardPage(linksTo, code);
    const alt = 'QR code of the page that tells the office where this car is';
    const qr = () => drawQr(pdf, page, { x: MARGIN, y: MARGIN + 30, size: QR });
    words(pdf, 'H1', () => {
      pdf.font('bold').fontSize(17).fillColor(BRAND).text('In a crash: scan me', MARGIN, MARGIN);
    });
    pdf.addStructure(pdf.struct('Figure', { alt }, qr));
    const [x, width] = [MARGIN + QR + 14, WIDTH - 2 * MARGIN - QR - 14];
    words(pdf, 'P', () => {
      pdf.font('regular').fontSize(10).fillColor(INK);
      pdf.text('It tells our response team where this car is.', x, MARGIN + 32, { width });
      pdf.text('Or call', { width, paragraphGap: 1 });
      const numbers = [
        ...company.emergency_numbers.slice(0, 2).map(({ name, number }) => `${name} ${number}`),
        ...company.mobile_numbers.slice(0, 1).map((number) => `Office ${formatPhone(number)}`),
      ];
      pdf.font('bold').fontSize(11);
      for (const number of numbers) pdf.text(number, { width });
    });
    words(pdf, 'P', () => {
      pdf
        .font('bold')
        .fontSize(13)
        .fillColor(INK)
        .text(car_number, x, MARGIN + 124, { width, lineBreak: false });
    });
    words(pdf, 'P', () => {
      const below = `${company.company_name} · ${formatPaperCode(code)}`;
      const y = HEIGHT - MARGIN - 12;
      pdf.font('regular').fontSize(8).fillColor(SOFT).text(below, MARGIN, y, { lineBreak: false });
    });
  });
};
