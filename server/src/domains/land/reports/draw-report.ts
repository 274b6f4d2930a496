import { formatDay, formatNet, type ListColumn, type Site, shownName, type TenantStatementHead } from '@banbo/contract';
import { listPdf } from '#domains/documents';
import type { StatedDays } from './tenant-statements.repo.ts';

type Sheet<Row> = {
  title: string;
  about: readonly string[];
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  /** The keys of columns of money that the last row sums up. */
  summed?: readonly string[];
  now: Date;
};

/** Draws reports as PDFs under the company's head. */
export const reportDrawing =
  (letterhead: () => Promise<{ company: Site }>) =>
  async <Row>({ now, ...sheet }: Sheet<Row>): Promise<Buffer> =>
    listPdf(sheet, { ...(await letterhead()), now });

/** `From 1 Jan 2026 to 3 Feb 2026`, or what of it is given. */
export const reportDays = ({ from, to }: StatedDays): string[] => {
  const words = [...(from ? [`From ${formatDay(from)}`] : []), ...(to ? [`to ${formatDay(to)}`] : [])];
  return words.length === 0 ? [] : [words.join(' ')];
};

/** A statement's head on paper: the balances before and after, and the sums of the days. */
export const balancesInWords = (head: TenantStatementHead): string[] => {
  const money = (amount: string) => formatNet(amount).replace('−', '-');
  return [
    `${shownName(head.fullname)}, ${head.tenant_code}`,
    `Ground rent owed before: ${money(head.opening)}. Charged: ${money(head.charged)}. Paid: ${money(head.rent_paid)}. ` +
      `Owed at the end: ${money(head.closing)}.`,
    `Paid for other codes: ${money(head.other_paid)}.`,
  ];
};
