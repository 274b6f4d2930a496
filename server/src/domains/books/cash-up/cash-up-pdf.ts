import {
  CASH_UP_STATUS_LABELS,
  type CashUpRecord,
  denominationWords,
  formatDay,
  formatInstant,
  formatNet,
  formatPhone,
  fromPesewas,
  groupThousands,
  type Site,
  toPesewas,
} from '@banbo/contract';
import { makePdf, type Pdf, registerFonts } from '#domains/documents';

const MARGIN = 40;
const [TEXT, SMALL, NAME, TITLE] = [10, 8.5, 14, 18];
const [INK, BRAND, SOFT, RULE] = ['#14211c', '#12614a', '#4c5a53', '#cfd8d3'];
const LABEL = 110;
const [PIECES, AMOUNT] = [70, 100];

const widthOf = (pdf: Pdf): number => pdf.page.width - 2 * MARGIN;

const block = (pdf: Pdf, kind: 'H1' | 'H2' | 'P', draw: () => void): void => {
  pdf.addStructure(pdf.struct(kind, {}, draw));
};

const write = (pdf: Pdf, font: 'regular' | 'bold', size: number, colour = INK): Pdf =>
  pdf.font(font).fontSize(size).fillColor(colour);

const rule = (pdf: Pdf): void => {
  const y = pdf.y + 4;
  pdf.markContent('Artifact');
  pdf
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + widthOf(pdf), y)
    .lineWidth(0.7)
    .strokeColor(RULE)
    .stroke();
  pdf.endMarkedContent();
  pdf.x = MARGIN;
  pdf.y = y + 8;
};

const head = (pdf: Pdf, { company_name, office_location, mobile_numbers, email }: Site): void => {
  block(pdf, 'P', () => {
    write(pdf, 'bold', NAME, BRAND).text(company_name);
    write(pdf, 'regular', SMALL, SOFT).text(office_location);
    pdf.text([...mobile_numbers.slice(0, 3).map(formatPhone), email].join(' · '));
  });
  rule(pdf);
};

const fact = (pdf: Pdf, label: string, value: string | null): void => {
  if (value === null) return;
  const { y } = pdf;
  block(pdf, 'P', () => {
    write(pdf, 'regular', TEXT, SOFT).text(label, MARGIN, y, { width: LABEL });
    write(pdf, 'regular', TEXT).text(value, MARGIN + LABEL, y, { width: widthOf(pdf) - LABEL });
  });
  pdf.x = MARGIN;
  pdf.y += 3;
};

/** A line of the count: what, how many, and the amount. */
const line = (pdf: Pdf, [what, pieces, amount]: readonly [string, string, string], font: 'regular' | 'bold'): void => {
  if (pdf.y > pdf.page.height - MARGIN - 40) pdf.addPage();
  const { y } = pdf;
  const text = widthOf(pdf) - PIECES - AMOUNT;
  block(pdf, 'P', () => {
    write(pdf, font, TEXT).text(what, MARGIN, y, { width: text });
    pdf.text(pieces, MARGIN + text, y, { width: PIECES, align: 'right' });
    pdf.text(amount, MARGIN + text + PIECES, y, { width: AMOUNT, align: 'right' });
  });
  pdf.x = MARGIN;
  pdf.y += 3;
};

const agreedBy = ({ agreed_by, agreed_at, is_alone, status }: CashUpRecord): string => {
  if (agreed_by !== null && agreed_at !== null)
    return `${agreed_by}, ${formatInstant(agreed_at)}${is_alone ? ', alone' : ''}`;
  return status === 'closed' ? 'Nobody: there was no difference' : CASH_UP_STATUS_LABELS[status];
};

const counted = (pdf: Pdf, count: CashUpRecord['all_counts'][number]): void => {
  line(pdf, ['Note or coin', 'Pieces', 'GHS'], 'bold');
  for (const { value, kind, pieces } of count.pieces) {
    const amount = groupThousands(fromPesewas(toPesewas(value) * BigInt(pieces)));
    line(pdf, [denominationWords({ value, kind }), String(pieces), amount], 'regular');
  }
  if (count.pieces.length === 0) line(pdf, ['No cash', '0', '0.00'], 'regular');
  rule(pdf);
  line(pdf, ['Counted', '', formatNet(count.counted)], 'bold');
  line(pdf, ['Expected by the books', '', formatNet(count.expected)], 'regular');
  line(pdf, ['Difference', '', formatNet(count.difference)], 'bold');
};

const formerCounts = (pdf: Pdf, former: CashUpRecord['all_counts']): void => {
  for (const { attempt, handed_in_at, counted: sum, difference } of former) {
    const words = `GHS ${formatNet(sum)}, difference ${formatNet(difference)}, ${formatInstant(handed_in_at)}`;
    fact(pdf, `Count ${attempt}`, words);
  }
};

const signatures = (pdf: Pdf): void => {
  pdf.y += 36;
  const { y } = pdf;
  const width = (widthOf(pdf) - 24) / 2;
  for (const [n, words] of ['Counted and handed over', 'Received'].entries()) {
    const x = MARGIN + n * (width + 24);
    pdf.markContent('Artifact');
    pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.7)
      .strokeColor(INK)
      .stroke();
    pdf.endMarkedContent();
    block(pdf, 'P', () => write(pdf, 'regular', SMALL, SOFT).text(words, x, y + 4, { width }));
  }
  pdf.x = MARGIN;
};

/** A cash-up on A5, as it was counted last, with the hash of the books at that moment. */
export const cashUpPdf = (cashUp: CashUpRecord, company: Site): Promise<Buffer> => {
  const { number, day, clerk, clerk_name, all_counts } = cashUp;
  const [last, ...former] = all_counts;
  if (!last) throw new Error(`The cash-up ${number} has no count`);
  const title = `Cash-up ${number} - ${company.company_name}`;
  const of = {
    title,
    author: company.company_name,
    made: new Date(last.handed_in_at),
    size: 'A5',
    margin: MARGIN,
  } as const;
  return makePdf(of, (pdf) => {
    registerFonts(pdf);
    head(pdf, company);
    block(pdf, 'H1', () => write(pdf, 'bold', TITLE).text(`Cash-up ${number}`));
    pdf.y += 6;
    fact(pdf, 'Cash of', formatDay(day));
    fact(pdf, 'Counted by', `${clerk_name} (${clerk}), ${formatInstant(last.handed_in_at)}`);
    fact(pdf, 'Approved by', agreedBy(cashUp));
    fact(pdf, 'Counted again', last.reason);
    formerCounts(pdf, former);
    rule(pdf);
    counted(pdf, last);
    rule(pdf);
    fact(pdf, 'Books', `Entry ${last.head_entry}, hash ${last.head_hash}`);
    signatures(pdf);
  });
};
