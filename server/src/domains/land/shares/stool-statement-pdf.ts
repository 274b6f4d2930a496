import {
  addDays,
  BENEFICIARY_LABELS,
  type Beneficiary,
  formatDay,
  formatInstant,
  formatNet,
  PAYMENT_MODE_LABELS,
  percentsOfWhole,
  type Site,
  type StoolAccount,
} from '@banbo/contract';
import { headOfPaper, type PdfRow, tablePdf } from '#domains/documents';

/** PDF fonts have no minus sign as wide as figures. */
const figure = (amount: string): string => formatNet(amount).replace('−', '-');

const row = (name: string, cells: readonly string[], look: PdfRow['look'] = 'plain', depth = 1): PdfRow => ({
  ...{ name, depth, look, cells },
});
const section = (name: string): PdfRow => row(name, [], 'bold', 0);

const sharedRows = ({ types, total }: StoolAccount, name: Beneficiary): PdfRow[] => [
  section('Revenue that was shared'),
  ...types.map((type) => row(type.name, [figure(type.gross), figure(type.shares[name])])),
  row('Shared, in all', [figure(total.gross), figure(total.shares[name])], 'bold', 0),
];

const balanceRows = ({ from, to, balances }: StoolAccount, name: Beneficiary): PdfRow[] => {
  const balance = balances.find(({ beneficiary }) => beneficiary === name);
  if (!balance) return [];
  const { opening, shared, paid_out, other, closing } = balance;
  return [
    section('Account'),
    row(`Held on ${formatDay(addDays(from, -1))}`, ['', figure(opening)]),
    row('Shared', ['', figure(shared)]),
    row('Paid out', ['', figure(paid_out)]),
    ...(other === '0.00' ? [] : [row('Other entries of the books', ['', figure(other)])]),
    row(`Held on ${formatDay(to)}`, ['', figure(closing)], 'result', 0),
  ];
};

const payoutRows = ({ payouts }: StoolAccount, name: Beneficiary): PdfRow[] => {
  const own = payouts.filter(({ beneficiary }) => beneficiary === name);
  if (own.length === 0) return [];
  return [
    section('Payouts'),
    ...own.map(({ number, paid_on, mode, reference, paid_to, reason, amount }) =>
      row(`${number}, ${formatDay(paid_on)}, ${PAYMENT_MODE_LABELS[mode]} ${reference}, to ${paid_to}: ${reason}`, [
        '',
        figure(amount),
      ]),
    ),
  ];
};

const leadOf = ({ from, to, percents }: StoolAccount, name: Beneficiary, now: Date): string => {
  const share = percents ? `Its share is ${percentsOfWhole(percents)[name]}% of the whole. ` : '';
  const days = `${formatDay(from)} to ${formatDay(to)}, in Ghana cedis.`;
  return `${days} ${share}This office’s record, made ${formatInstant(now.toISOString())} GMT.`;
};

/** The statement of one beneficiary: what was shared by type, its account, and its payouts. */
export const stoolStatementPdf = (
  account: StoolAccount,
  { beneficiary, company, now }: { beneficiary: Beneficiary; company: Site; now: Date },
): Promise<Buffer> => {
  const name = account.balances.find((balance) => balance.beneficiary === beneficiary)?.name ?? '';
  const label = BENEFICIARY_LABELS[beneficiary];
  return tablePdf({
    head: headOfPaper(company),
    title: `Stool land revenue: ${name === label ? label : `${label}, ${name}`}`,
    lead: leadOf(account, beneficiary, now),
    columns: ['', 'Received', 'Share'],
    rows: [
      ...sharedRows(account, beneficiary),
      ...balanceRows(account, beneficiary),
      ...payoutRows(account, beneficiary),
    ],
    made: now,
  });
};
