import { fromPesewas, type PaymentMode } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { Author } from '#lib/caller.ts';
import { openEntries, postEntries, type StoredPosting } from './ledger.repo.ts';

/** The account of each mode's money. A cheque is the bank's once it is cleared. */
const MONEY_ACCOUNTS: Readonly<Record<PaymentMode, string>> = {
  momo: '1000',
  cash: '1010',
  bank: '1020',
  cheque: '1020',
};

export const moneyAccount = (mode: PaymentMode): string => MONEY_ACCOUNTS[mode];

/** Cash that the office keeps for small expenses. */
export const PETTY_CASH = '1030';

/** The accounts of money at hand: cash, bank and MoMo. */
export const IS_MONEY: ReadonlySet<string> = new Set([...Object.values(MONEY_ACCOUNTS), PETTY_CASH]);

/** Received money that has paid nothing yet. */
export const UNALLOCATED = '2010';

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

/** Profit of closed years. */
export const RETAINED_EARNINGS = '3100';

/** Differences between counted cash and the books. */
export const CASH_OVER_AND_SHORT = '5110';

/** The accounts that the product's own rules post to, with the rule in words. They stay open. */
export const RULES_OF_ACCOUNTS: ReadonlyMap<string, string> = new Map([
  [MONEY_ACCOUNTS.momo, 'MoMo money received and paid out'],
  [MONEY_ACCOUNTS.cash, 'Cash received and paid out'],
  [MONEY_ACCOUNTS.bank, 'Bank transfers and cheques'],
  [PETTY_CASH, 'Small expenses'],
  [INPUT_TAX, 'Taxes of expenses that are reclaimed'],
  [UNALLOCATED, 'Money received that has paid nothing yet'],
  [REFUNDS_TO_PAY, 'Refunds that were approved'],
  [REFUNDS_OWED, 'Refunds whose money never came'],
  [DRIVERS_CREDIT, 'Credit of drivers'],
  [WAIVERS, 'Fees that were waived'],
  [DEBTS_WRITTEN_OFF, 'Debts that were written off'],
  [OPENING_BALANCES, 'Credit that imported drivers bring along'],
  [RETAINED_EARNINGS, 'The closing of a year'],
  [CASH_OVER_AND_SHORT, 'Differences of counted cash'],
]);

/** The revenue of a payment type; the database adds the account with the type. */
export const revenueAccount = (typeCode: string): string => `4000-${typeCode}`;

/** Pesewas on an account: debits positive, credits negative. Credit of drivers names the driver. */
export type Posting = { account: string; pesewas: bigint; driverId?: string };

/** Kinds of records that are posted, each record once. */
export type LedgerKind =
  | 'payment'
  | 'credit use'
  | 'freed payment'
  | 'opening'
  | 'money'
  | 'money change'
  | 'refund'
  | 'refund payout'
  | 'refund debt'
  | 'refund write-off'
  | 'journal'
  | 'expense'
  | 'cash-up'
  | 'year end';

export type NewEntry = {
  /** The day that the books count it on. */
  day: string;
  kind: LedgerKind;
  subjectId: string;
  description: string;
  /** They sum to zero; postings of nothing are left out. */
  postings: readonly Posting[];
  /** The entry's own author, where it is not that of the others. */
  by?: Author | null;
};

type Made = { by: Author | null; now: Date };

const stored = ({ account, pesewas, driverId }: Posting): StoredPosting => ({
  account,
  amount: fromPesewas(pesewas),
  driver_id: driverId ?? null,
});

/**
 * Posts entries in the order given, in the transaction of the change that they record. Locks the
 * head of the books until the transaction ends, so payments, drivers and transfers are locked
 * before. The database refuses an entry that does not balance, and a record that was posted before.
 */
export const post = async (tx: Tx, entries: readonly NewEntry[], { by, now }: Made): Promise<void> => {
  if (entries.length === 0) return;
  await postEntries(
    tx,
    entries.map(({ day, kind, subjectId, description, postings, by: own = by }) => ({
      day,
      kind,
      subject_id: subjectId,
      reverses: null,
      description,
      posted_by: own?.accountId ?? null,
      posted_at: now,
      postings: postings.filter(({ pesewas }) => pesewas !== 0n).map(stored),
    })),
  );
};

const opposite = (posting: StoredPosting): StoredPosting => ({
  ...posting,
  amount: posting.amount.startsWith('-') ? posting.amount.slice(1) : `-${posting.amount}`,
});

type Reversed = { kind: LedgerKind; subjectIds: readonly string[]; day: string; description: string };

/**
 * Posts the opposite of the records' entries on the day of the reversal, each linked to its
 * original. Throws if a record was not posted or is reversed already: the caller has locked it.
 */
export const reverse = async (
  tx: Tx,
  { kind, subjectIds, day, description }: Reversed,
  { by, now }: Made,
): Promise<void> => {
  if (subjectIds.length === 0) return;
  const entries = await openEntries(tx, kind, subjectIds);
  if (entries.length !== subjectIds.length) throw new Error(`Of the ${kind}s to reverse some are not in the books`);
  await postEntries(
    tx,
    entries.map(({ number, subject_id, postings }) => ({
      day,
      kind,
      subject_id,
      reverses: number,
      description: `${description} (entry ${number})`,
      posted_by: by?.accountId ?? null,
      posted_at: now,
      postings: postings.map(opposite),
    })),
  );
};
