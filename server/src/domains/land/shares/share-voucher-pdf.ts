import {
  BENEFICIARY_LABELS,
  formatDay,
  formatInstant,
  formatMoney,
  PAYMENT_MODE_LABELS,
  type SharePayout,
  type Site,
} from '@banbo/contract';
import { block, bold, described, fact, letterhead, makePdf, regular, rule, signatures } from '#domains/documents';

const MARGIN = 40;
const A5 = { text: 10, small: 8.5, name: 14, title: 18, label: 110, qr: 0 };

const by = (who: string | null, at: string | null): string | null => at && `${who}, ${formatInstant(at)}`;

/** The voucher of a payout on A5, with lines to sign. */
export const shareVoucherPdf = (payout: SharePayout, company: Site, now: Date): Promise<Buffer> => {
  const { number, beneficiary, amount, mode, paid_to, reason, paid_on, reference } = payout;
  const title = `Payout voucher ${number}`;
  return makePdf({ ...described(title, company, now), size: 'A5', margin: MARGIN }, (pdf) => {
    const sheet = { pdf, paper: A5 };
    letterhead(sheet, company);
    rule(sheet, 4);
    block(sheet, 'H1', () => bold(sheet, A5.title).text(title));
    pdf.y += 6;
    fact(sheet, 'Share of the', BENEFICIARY_LABELS[beneficiary]);
    fact(sheet, 'Amount', formatMoney(amount));
    fact(sheet, paid_on === null ? 'To be paid to' : 'Paid to', paid_to);
    fact(sheet, 'By', PAYMENT_MODE_LABELS[mode]);
    fact(sheet, 'Reference', reference);
    fact(sheet, 'Paid on', paid_on && formatDay(paid_on));
    fact(sheet, 'For', reason);
    fact(sheet, 'Asked by', by(payout.asked_by, payout.asked_at));
    fact(sheet, 'Approved by', by(payout.approved_by, payout.approved_at));
    fact(sheet, 'Paid by', by(paid_on && payout.ended_by, paid_on && payout.ended_at));
    rule(sheet, 4);
    block(sheet, 'P', () =>
      regular(sheet, A5.small).text(
        'A share of stool land revenue by Article 267 (6) of the Constitution. This office’s record.',
      ),
    );
    pdf.y += 44;
    signatures(sheet, ['Received: name, signature and day', 'For this office']);
  });
};
