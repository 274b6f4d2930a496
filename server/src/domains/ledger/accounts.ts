import { type Beneficiary, type PaymentMode, PETTY_CASH_ACCOUNT } from '@banbo/contract';

/** The account of each mode's money. A cheque is the bank's once it is cleared. */
const MONEY_ACCOUNTS: Readonly<Record<PaymentMode, string>> = {
  momo: '1000',
  cash: '1010',
  bank: '1020',
  cheque: '1020',
};

export const moneyAccount = (mode: PaymentMode): string => MONEY_ACCOUNTS[mode];

/** True of money at hand: cash, bank, MoMo, and assets of which nobody has said otherwise. */
export const holdsMoney = ({ kind, holds_money }: { kind: string; holds_money: boolean }): boolean =>
  kind === 'asset' && holds_money;

/** Received money that has paid nothing yet. */
export const UNALLOCATED = '2010';

/** The accounts that payments' entries take money from; those of before took it from its mode's. */
export const MONEY_OF_PAYMENTS: readonly string[] = [...new Set([...Object.values(MONEY_ACCOUNTS), UNALLOCATED])];

/** Money that is to go back to whoever paid it, and has not been paid out yet. */
export const REFUNDS_TO_PAY = '2020';

/** Refunds that were paid of a cheque which bounced then, and whose payer is no driver. */
export const REFUNDS_OWED = '1100';

/** Money that drivers paid and that covers no fee of theirs yet. */
export const DRIVERS_CREDIT = '2000';

/** Money given up of fees, and of old debts. */
export const WAIVERS = '4900';
export const DEBTS_WRITTEN_OFF = '5100';

/** Owed or had at the take-over from another office. */
export const OPENING_BALANCES = '3000';

/** Taxes of expenses that the company reclaims. */
export const INPUT_TAX = '1200';

/** Taxes that the company owes. */
export const TAXES_TO_PAY = '2100';

/** Ground rent and penalties that were raised and not paid yet. */
export const GROUND_RENT_DUE = '1300';

/** Penalties on ground rent that was paid late. */
export const RENT_PENALTIES = '4110';

/** Shares of stool land revenue that are held for each beneficiary until they are paid out. */
export const SHARE_ACCOUNTS: Readonly<Record<Beneficiary, string>> = {
  oasl: '2301',
  stool: '2302',
  council: '2303',
  assembly: '2304',
};

/** Revenue of stool land that is the beneficiaries’: it takes from income what they are owed. */
export const SHARED_OUT = '4950';

/** Profit of closed years. */
export const RETAINED_EARNINGS = '3100';

/** Differences between counted cash and the books. */
export const CASH_OVER_AND_SHORT = '5110';

/** The accounts that the product's own rules post to, with the rule in words. They stay open. */
export const RULES_OF_ACCOUNTS: ReadonlyMap<string, string> = new Map([
  [MONEY_ACCOUNTS.momo, 'MoMo money received and paid out'],
  [MONEY_ACCOUNTS.cash, 'Cash received and paid out'],
  [MONEY_ACCOUNTS.bank, 'Bank transfers and cheques'],
  [PETTY_CASH_ACCOUNT, 'Small expenses'],
  [INPUT_TAX, 'Taxes of expenses that are reclaimed'],
  [UNALLOCATED, 'Money received that has paid nothing yet'],
  [REFUNDS_TO_PAY, 'Refunds that were approved'],
  [REFUNDS_OWED, 'Refunds whose money never came'],
  [DRIVERS_CREDIT, 'Credit of drivers'],
  [SHARE_ACCOUNTS.oasl, 'The share of the Administrator of Stool Lands that is not paid out'],
  [SHARE_ACCOUNTS.stool, 'The share of the stool that is not paid out'],
  [SHARE_ACCOUNTS.council, 'The share of the traditional authority that is not paid out'],
  [SHARE_ACCOUNTS.assembly, 'The share of the district assembly that is not paid out'],
  [SHARED_OUT, 'Revenue of stool land that is shared out'],
  [WAIVERS, 'Fees that were waived'],
  [DEBTS_WRITTEN_OFF, 'Debts that were written off'],
  [OPENING_BALANCES, 'Credit that imported drivers bring along'],
  [GROUND_RENT_DUE, 'Ground rent and penalties that were raised and are not paid'],
  [RENT_PENALTIES, 'Penalties on ground rent that is late'],
  [RETAINED_EARNINGS, 'The closing of a year'],
  [CASH_OVER_AND_SHORT, 'Differences of counted cash'],
]);

/** The revenue of a payment type; the database adds the account with the type. */
export const revenueAccount = (typeCode: string): string => `4000-${typeCode}`;
