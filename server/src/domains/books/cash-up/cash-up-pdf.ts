import {
  CASH_UP_STATUS_LABELS,
  type CashUpRecord,
  denominationWords,
  formatDay,
  formatInstant,
  formatNet,
  fromPesewas,
  groupThousands,
  type Site,
  toPesewas,
} from '@banbo/contract';
import {
  block,
  bold,
  described,
  fact,
  goOn,
  letterhead,
  makePdf,
  makeRoom,
  regular,
  rule,
  type Sheet,
  signatures,
  widthOf,
} from '#domains/documents';

const MARGIN = 40;
const A5 = { text: 10, small: 8.5, name: 14, title: 18, label: 110, qr: 0 };
const [PIECES, AMOUNT] = [70, 100];

/** A line of the count: what, how many, and the amount. */
const line = (
  sheet: Sheet,
  [what, pieces, amount]: readonly [string, string, string],
  write: typeof regular = regular,
): void => {
  makeRoom(sheet, 40);
  const { pdf, paper } = sheet;
  const { y } = pdf;
  const text = widthOf(sheet) - PIECES - AMOUNT;
  block(sheet, 'P', () => {
    write(sheet, paper.text).text(what, MARGIN, y, { width: text });
    pdf.text(pieces, MARGIN + text, y, { width: PIECES, align: 'right' });
    pdf.text(amount, MARGIN + text + PIECES, y, { width: AMOUNT, align: 'right' });
  });
  goOn(sheet, pdf.y + 3);
};

const agreedBy = ({ agreed_by, agreed_at, is_alone, status }: CashUpRecord): string => {
  if (agreed_by !== null && agreed_at !== null)
    return `${agreed_by}, ${formatInstant(agreed_at)}${is_alone ? ', alone' : ''}`;
  return status === 'closed' ? 'Nobody: there was no difference' : CASH_UP_STATUS_LABELS[status];
};

const counted = (sheet: Sheet, count: CashUpRecord['all_counts'][number]): void => {
  line(sheet, ['Note or coin', 'Pieces', 'GHS'], bold);
  for (const { value, kind, pieces } of count.pieces) {
    const amount = groupThousands(fromPesewas(toPesewas(value) * BigInt(pieces)));
    line(sheet, [denominationWords({ value, kind }), String(pieces), amount]);
  }
  if (count.pieces.length === 0) line(sheet, ['No cash', '0', '0.00']);
  rule(sheet, 4);
  line(sheet, ['Counted', '', formatNet(count.counted)], bold);
  line(sheet, ['Expected by the books', '', formatNet(count.expected)]);
  line(sheet, ['Difference', '', formatNet(count.difference)], bold);
};

const formerCounts = (sheet: Sheet, former: CashUpRecord['all_counts']): void => {
  for (const { attempt, handed_in_at, counted: sum, difference } of former) {
    const words = `GHS ${formatNet(sum)}, difference ${formatNet(difference)}, ${formatInstant(handed_in_at)}`;
    fact(sheet, `Count ${attempt}`, words);
  }
};

/** A cash-up on A5, as it was counted last, with the hash of the books at that moment. */
export const cashUpPdf = (cashUp: CashUpRecord, company: Site): Promise<Buffer> => {
  const { number, day, clerk, clerk_name, all_counts } = cashUp;
  const [last, ...former] = all_counts;
  if (!last) throw new Error(`The cash-up ${number} has no count`);
  const of = described(`Cash-up ${number}`, company, new Date(last.handed_in_at));
  return makePdf({ ...of, size: 'A5', margin: MARGIN }, (pdf) => {
    const sheet = { pdf, paper: A5 };
    letterhead(sheet, company);
    rule(sheet, 4);
    block(sheet, 'H1', () => bold(sheet, A5.title).text(`Cash-up ${number}`));
    pdf.y += 6;
    fact(sheet, 'Cash of', formatDay(day));
    fact(sheet, 'Counted by', `${clerk_name} (${clerk}), ${formatInstant(last.handed_in_at)}`);
    fact(sheet, 'Approved by', agreedBy(cashUp));
    fact(sheet, 'Counted again', last.reason);
    formerCounts(sheet, former);
    rule(sheet, 4);
    counted(sheet, last);
    rule(sheet, 4);
    fact(sheet, 'Books', `Entry ${last.head_entry}, hash ${last.head_hash}`);
    pdf.y += 36;
    signatures(sheet, ['Counted and handed over', 'Received']);
  });
};
