import {
  formatMoney,
  GROUND_RENT,
  type LandPaidRow,
  type LandPayer,
  parseMoney,
  ReceivedLandPayment,
} from '@banbo/contract';
import { emptyMoney, errorsOfReceived, toMoneyAtDesk } from '~/components/payments/desk/money-values.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';

/** The kinds of payers, by the field that has their id. */
export const PAYER_LABELS = { tenant_id: 'Tenant', application_id: 'Application', plot_id: 'Plot' } as const;
export type PayerKind = keyof typeof PAYER_LABELS;
export const PAYER_KINDS = Object.keys(PAYER_LABELS) as PayerKind[];

/** Something that is paid, as it is entered. `key` tells rows apart while they come and go. */
export type LandRow = {
  key: number;
  payment_type: string;
  tenancy_id: string;
  plot_id: string;
  /** True where the plot is looked for, since it is none of the payer's. */
  isOtherPlot: boolean;
  amount: string;
};

export const emptyLandMoney = () => ({
  ...emptyMoney(),
  payer: 'tenant_id' as PayerKind,
  tenant_id: '',
  application_id: '',
  plot_id: '',
});
export type LandMoneyValues = ReturnType<typeof emptyLandMoney>;

/** The payer that is chosen, as the server is asked about them; null while there is none. */
export const chosenPayer = (values: Pick<LandMoneyValues, 'payer' | PayerKind>) =>
  values[values.payer] === '' ? null : { [values.payer]: values[values.payer] };

const isRent = ({ payment_type }: Pick<LandRow, 'payment_type'>): boolean => payment_type === GROUND_RENT;

/** Something that is paid, as the server takes it. */
export const toPaidRow = (row: Omit<LandRow, 'key' | 'isOtherPlot'>): LandPaidRow => ({
  payment_type: row.payment_type,
  amount: parseMoney(row.amount) ?? row.amount,
  ...(isRent(row) && row.tenancy_id !== '' && { tenancy_id: row.tenancy_id }),
  ...(!isRent(row) && row.plot_id !== '' && { plot_id: row.plot_id }),
});

/** The request's body. */
export const toReceivedLand = (values: LandMoneyValues, rows: readonly LandRow[]): ReceivedLandPayment => ({
  ...toMoneyAtDesk(values),
  ...chosenPayer(values),
  payments: rows.map(toPaidRow),
});

/** The problems of the form by field; those of the payer stand at the choice that shows. */
export const landErrors = (values: LandMoneyValues, rows: readonly LandRow[]): FieldErrors => {
  const { tenant_id: nobody, ...errors } = errorsOfReceived(ReceivedLandPayment, toReceivedLand(values, rows));
  const rents = rows.flatMap((row, index) =>
    isRent(row) && row.tenancy_id === ''
      ? [[`payments.${index}.tenancy_id`, 'Please choose the tenancy whose ground rent is paid.'] as const]
      : [],
  );
  return { ...(nobody !== undefined && { [values.payer]: nobody }), ...errors, ...Object.fromEntries(rents) };
};

type Tenancy = LandPayer['tenancies'][number];

/** True of a tenancy with ground rent that is owed. */
export const isOwing = ({ owed }: Tenancy): boolean => owed !== '0.00' && !owed.startsWith('-');

/** The rent of a tenancy in words: `GHS 120.00 owed`. */
export const owedRentWords = ({ owed }: Tenancy): string => {
  if (owed === '0.00') return 'nothing owed';
  return owed.startsWith('-') ? `paid ahead ${formatMoney(owed.slice(1))}` : `${formatMoney(owed)} owed`;
};

/** A payer's plots, each once, with the current ones first. */
export const plotsOf = ({ tenancies }: LandPayer): { value: string; label: string }[] => [
  ...new Map(tenancies.map(({ plot_id, plot }) => [plot_id, { value: plot_id, label: plot }])).values(),
];
