import type { PaymentMode } from '@banbo/contract';

/** Where money of each mode lies. A cheque is the bank's once it is cleared. */
const MONEY_ACCOUNTS: Readonly<Record<PaymentMode, string>> = {
  momo: '1000',
  cash: '1010',
  bank: '1020',
  cheque: '1020',
};

export const moneyAccount = (mode: PaymentMode): string => MONEY_ACCOUNTS[mode];

/** Money that drivers paid and that covers no fee of theirs yet. */
export const DRIVERS_CREDIT = '2000';

/** The revenue of a payment type; the database adds the account with the type. */
export const revenueAccount = (typeCode: string): string => `4000-${typeCode}`;
