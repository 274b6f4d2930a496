import { FEES, type FeeKind, OFFICE_PAGES } from '@banbo/contract';

/** A list of payments: of one type, or with `type` null of all of them. */
export type FeeList = {
  type: string | null;
  /** The kind that its sums begin with. */
  kind: FeeKind;
  title: string;
  total: string;
  loading: string;
  isMonthly: boolean;
  /** Lists nothing before a search. */
  isSearchOnly?: boolean;
};

const feeList = (kind: FeeKind, words: Pick<FeeList, 'total' | 'isMonthly'>): FeeList => {
  const { type, title } = FEES[kind];
  return { type, kind, title, loading: `Loading ${title}...`, ...words };
};

/** The lists of payments: the address of each, and what differs between them. */
export const FEE_LISTS: Readonly<Record<FeeKind | 'payment_transactions', FeeList>> = {
  registration_fees: feeList('registration_fees', { total: 'TOTAL REGISTRATION FEES', isMonthly: false }),
  subscriptions: feeList('subscriptions', { total: 'TOTAL SUBSCRIPTION PAYMENTS', isMonthly: true }),
  device_payments: feeList('device_payments', { total: 'TOTAL DEVICE PAYMENTS', isMonthly: false }),
  payment_transactions: {
    type: null,
    kind: 'registration_fees',
    title: OFFICE_PAGES.payment_transactions.title,
    total: 'TOTAL PAYMENTS',
    loading: 'Loading Payment Transactions...',
    isMonthly: true,
  },
};

/** Payments of all types, of the drivers alone that a search finds. */
export const FIND_PAYMENTS: FeeList = {
  ...FEE_LISTS.payment_transactions,
  title: 'Payments',
  loading: 'Loading payments...',
  isSearchOnly: true,
};

export type FeeListName = keyof typeof FEE_LISTS;
