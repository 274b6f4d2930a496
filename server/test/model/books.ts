import type { Rule } from './rules.ts';
import { openJournal, openTable } from './table.ts';

export const PLANS = ['monthly', 'standard', 'platinum'] as const;
export type Plan = (typeof PLANS)[number];
export type Mode = 'momo' | 'cash' | 'bank' | 'cheque';
/** A fee: `RF`, `DP`, or `SS 2026-11`. */
export type Fee = string;

export type Driver = {
  code: string;
  /** The record's number, by which paths name it. */
  id: string;
  car: string;
  /** The month of registering, `2026-11`. */
  since: string;
  plans: readonly { plan: Plan; from: string }[];
  mergedInto: string | null;
  /** A person returned a use of credit, and no money came since. */
  isHolding: boolean;
};

export type Payment = {
  key: string;
  at: number;
  driver: string;
  fee: Fee;
  amount: bigint;
  /** The price when it was claimed. */
  due: bigint | null;
  id: string;
  idKey: string;
  mode: Mode;
  status: 'submitted' | 'cleared' | 'rejected' | 'reversed';
  isCredit: boolean;
  /** The rest of money at the desk, paid towards no fee. */
  isRest: boolean;
  money: string | null;
  /** Nobody has looked yet whether its money clears it: that came before it, or has not come. */
  isLate: boolean;
  /** When it was claimed, among all that happens. */
  since: number;
  claimedIn: string;
};

export type Money = {
  key: string;
  id: string;
  mode: Mode;
  amount: bigint;
  /** The part that the books have. */
  posted: bigint;
  status: 'open' | 'matched' | 'dismissed' | 'pending' | 'ended';
  /** The member of staff by whose word it came, last; nobody for a prompt's. */
  recorder: number | null;
  source: 'capture' | 'desk' | 'statement' | 'prompt';
  /** The statement that counts, and the person who imported it. */
  shown: { amount: bigint; by: number } | null;
  /** A person kept the amount against this statement's. */
  isSettled: boolean;
  /** When it was recorded, among all that happens. */
  since: number;
  /** The month of its day, on which statements show it. */
  month: string;
  /** The month in which a statement of its day was found to lack it. */
  missing: string | null;
  /** The person who imported that statement. */
  missedBy: number | null;
  /** Refunds have taken so much of it that nobody owes. */
  refunded: bigint;
  /** The word of somebody that it never came is the last one about it. */
  hasNeverCome: boolean;
  /** The last change of its part in the books was that it never came, by this person. */
  endedBy: number | null;
};

export type Refund = {
  key: string;
  id: string;
  approval: string;
  from: 'credit' | 'payment' | 'money';
  mode: 'momo' | 'cash' | 'bank';
  driver: string | null;
  payment: string | null;
  money: string | null;
  amount: bigint;
  by: number;
  status: 'asked' | 'refused' | 'approved' | 'paid' | 'withdrawn';
  /** It was paid of money that never came. */
  isOwed: boolean;
};

/** A member of staff did something with a record (approvals, rule 4). */
export type Hand = { key: string; subject: string; by: number; did: string; at: number };

export type WaiverKind = 'waiver' | 'write_off';
/** `waived` of the fee's price was given up: of what kind, and by the server or by people. */
export type Use = {
  key: string;
  at: number;
  driver: string;
  fee: Fee;
  amount: bigint;
  waived: bigint;
  kind: WaiverKind | null;
  isOwn: boolean;
  isUsed: boolean;
};
export type MissingOf = { fee: Fee; price: bigint; missing: bigint };
export type Waiver = {
  key: string;
  approval: string;
  driver: string;
  kind: WaiverKind;
  fees: readonly MissingOf[];
  by: number;
  status: 'asked' | 'refused' | 'approved' | 'stale';
};
/** A merge that waits for another person, by its duplicate: `frees` are payments. */
export type Merge = { driver: string; into: string; frees: readonly string[]; pays: bigint; by: number };
/** A cheaper plan of due months that waits for another person. */
export type AskedPlan = { driver: string; from: string; plans: Driver['plans']; gives: bigint; by: number };
/** A statement of all money of a month's day. */
export type Statement = { key: string; month: string; ids: readonly string[]; by: number };
export type Prompt = {
  key: string;
  reference: string;
  driver: string;
  fee: Fee;
  amount: bigint;
  due: bigint | null;
  month: string;
  isPaid: boolean;
};
type Attempt = { key: string; at: number; idKey: string; driver: string; fee: Fee; amount: bigint };
export type Price = { key: string; id: string; year: number; type: string; plan: Plan | null; amount: bigint };
type Asked = { price: string; amount: bigint; gives: bigint; by: number; at: number };
type Receipt = { number: number; payment: string; amount: bigint; isVoid: boolean };

/** MoMo's IDs that differ in the zeros before them are one; other modes have IDs of their own. */
export const idKeyOf = (books: Books, id: string, mode: Mode = 'momo'): string => {
  if (mode !== 'momo') return `${mode} ${id}`;
  return books.keeps('zeros before an ID count for nothing') && /^\d+$/.test(id) ? id.replace(/^0+/, '') : id;
};

type Given = { month: string; without: Rule | null; waivesUpTo: bigint };

/**
 * All that the model knows, in pesewas. `without` is a rule that it leaves out, `waivesUpTo` the
 * office's setting.
 */
export const openBooks = ({ month, without, waivesUpTo }: Given) => {
  const journal = openJournal();
  const facts = openTable<{ month: string }>(journal);
  const counts = openTable<number>(journal);
  facts.put('now', { month });
  const accounts = openTable<{ code: string; balance: bigint }>(journal);
  return {
    journal,
    keeps: (rule: Rule): boolean => rule !== without,
    waivesUpTo,
    drivers: openTable<Driver>(journal),
    payments: openTable(journal, {
      driver: (row: Payment) => row.driver,
      id: (row: Payment) => row.idKey,
      money: (row: Payment) => row.money ?? '',
      status: (row: Payment) => row.status,
      late: (row: Payment) => String(row.isLate),
    }),
    money: openTable(journal, { status: (row: Money) => row.status, month: (row: Money) => row.month }),
    uses: openTable(journal, { driver: (row: Use) => row.driver }),
    waivers: openTable(journal, { driver: (row: Waiver) => row.driver, status: (row: Waiver) => row.status }),
    merges: openTable<Merge | null>(journal),
    plans: openTable<AskedPlan | null>(journal),
    statements: openTable(journal, { month: (row: Statement) => row.month }),
    prompts: openTable<Prompt>(journal),
    hands: openTable(journal, { subject: (row: Hand) => row.subject }),
    refunds: openTable(journal, {
      driver: (row: Refund) => row.driver ?? '',
      money: (row: Refund) => row.money ?? '',
    }),
    attempts: openTable(journal, { id: (row: Attempt) => row.idKey, driver: (row: Attempt) => row.driver }),
    prices: openTable<Price>(journal),
    asked: openTable<Asked | null>(journal),
    receipts: openTable(journal, { payment: (row: Receipt) => row.payment }),
    accounts,
    /** Prices by which claims are judged, where those of now have just been approved. */
    judgedBy: null as ReadonlyMap<string, Price> | null,
    month: (): string => facts.get('now').month,
    setMonth: (next: string): void => facts.change('now', { month: next }),
    /** The same for all that is done at once. */
    time: (): number => counts.find('time') ?? 0,
    /** A number for what happens now, larger than all before of its kind. */
    next: (kind: string): number => {
      const count = (counts.find(kind) ?? 0) + 1;
      counts.put(kind, count);
      return count;
    },
    /** Debits are above zero. */
    post: (from: string, to: string, amount: bigint): void => {
      for (const [code, moved] of [
        [to, amount],
        [from, -amount],
      ] as const)
        accounts.put(code, { code, balance: (accounts.find(code)?.balance ?? 0n) + moved });
    },
  };
};
export type Books = ReturnType<typeof openBooks>;

export const accountOf = (mode: Mode): string => ({ momo: '1000', cash: '1010', bank: '1020', cheque: '1020' })[mode];
export const CREDIT = '2000';
export const UNALLOCATED = '2010';
export const TO_REFUND = '2020';
export const TO_RECOVER = '1100';
export const GIVEN_UP = { waiver: '4900', write_off: '5100' } as const;
export const typeOf = (fee: Fee): string => fee.slice(0, 2);
export const monthOf = (fee: Fee): string | null => (fee.length > 2 ? fee.slice(3) : null);
export const byTime = <T extends { at: number }>(rows: readonly T[]): T[] => rows.toSorted((a, b) => a.at - b.at);
