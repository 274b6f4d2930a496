import { createHash } from 'node:crypto';
import {
  AGREEMENT_DATE,
  AGREEMENT_TITLE,
  type AgreementSection,
  agreementSections,
  formatDay,
  type Site,
} from '@banbo/contract';
import { makePdf, type Pdf } from '#domains/documents';
import { keepLast } from '#lib/gather.ts';

const MARGIN = 64;
const INK = '#14211c';
const BRAND = '#12614a';
const SOFT = '#4c5a53';
/** Points for a heading and two lines: with less room, the section starts a page. */
const LEAST_ROOM = 90;

const head = (pdf: Pdf, company: string): void => {
  const title = pdf.struct('H1', {}, () => {
    pdf.font('Helvetica-Bold').fontSize(22).fillColor(BRAND).text(AGREEMENT_TITLE);
  });
  const date = pdf.struct('P', {}, () => {
    pdf
      .font('Helvetica')
      .fontSize(10)
      .fillColor(SOFT)
      .text(`${company} · As of ${formatDay(AGREEMENT_DATE)}`)
      .moveDown(1);
  });
  pdf.addStructure(title).addStructure(date);
};

const section = (pdf: Pdf, number: number, { heading, paragraphs }: AgreementSection): void => {
  if (pdf.y > pdf.page.height - MARGIN - LEAST_ROOM) pdf.addPage();
  const title = pdf.struct('H2', {}, () => {
    pdf.moveDown(0.6).font('Helvetica-Bold').fontSize(13).fillColor(INK).text(`${number}. ${heading}`).moveDown(0.3);
  });
  pdf.addStructure(title);
  for (const paragraph of paragraphs) {
    const block = pdf.struct('P', {}, () => {
      pdf.font('Helvetica').fontSize(10.5).fillColor(INK).text(paragraph, { lineGap: 2 }).moveDown(0.5);
    });
    pdf.addStructure(block);
  }
};

const number = (pdf: Pdf): void => {
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    // Below the margin, where text would otherwise start a page.
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf
      .fontSize(9)
      .fillColor(SOFT)
      .text(`${page + 1} / ${count}`, MARGIN, pdf.page.height - 44, { align: 'center' });
    pdf.endMarkedContent();
  }
};

/** The agreement as a tagged PDF, made from the same text as its page. */
export const agreementPdf = (site: Site): Promise<Buffer> =>
  makePdf(
    {
      title: `${AGREEMENT_TITLE} - ${site.company_name}`,
      author: site.company_name,
      made: new Date(AGREEMENT_DATE),
      size: 'A4',
      margin: MARGIN,
      bufferPages: true,
    },
    (pdf) => {
      head(pdf, site.company_name);
      for (const [index, part] of agreementSections(site).entries()) section(pdf, index + 1, part);
      number(pdf);
    },
  );

type Agreement = { bytes: Buffer; tag: string };

const agreementOf = keepLast<Agreement>();

const make = async (site: Site): Promise<Agreement> => {
  const bytes = await agreementPdf(site);
  return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
};

/** The agreement's PDF and ETag, made again only when the company's contacts change. */
export const readAgreement = (site: Site): Promise<Agreement> => agreementOf(JSON.stringify(site), () => make(site));
