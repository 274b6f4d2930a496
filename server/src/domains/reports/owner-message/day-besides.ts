import { addDays, formatMoney, fromPesewas, toPesewas, typedDay } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { approvedAfter, countAlone } from '#domains/approvals';
import { countActions } from '#domains/audit';
import { cashUpsMissing } from '#domains/books';
import { type StatementBehind, statementsBehind } from '#domains/clearance';
import { sumsAfter } from '#domains/ledger';
import { forgivenAfter } from '#domains/payments';
import { pluck } from '#lib/values.ts';

/** The days back for which cash that was not counted is told. */
const CASH_UP_DAYS = 31;

/** Doings of one person that others may not see: since the last message, or as they are now. */
export type DayBesides = {
  /** Bank money and cheques of the day. */
  bank: string;
  /** Money that left the company's accounts by the books. */
  out: string;
  /** Waivers, debts written off, and what other changes gave up. */
  waived: string;
  alone: number;
  journals: number;
  users: number;
  prices: number;
  settings: number;
  /** Other changes that were approved, by two people or by one alone. */
  approved: number;
  statements: readonly StatementBehind[];
  /** Days of clerks whose cash no cash-up counted. */
  uncounted: number;
};

/** Changes that one person may make alone. */
const ACTIONS = {
  users: ['users.create', 'users.change_role', 'users.confirm', 'roles.change_permissions'],
  prices: ['prices.add', 'prices.copy', 'prices.change', 'prices.delete'],
  settings: ['site.change', 'site.change_network', 'messages.words'],
} as const;

type Counted = keyof typeof ACTIONS | 'approved';

/** The figures of approved changes, by the first part of their kind. */
const FIGURES: Readonly<Record<string, Counted>> = {
  users: 'users',
  roles: 'users',
  prices: 'prices',
  types: 'prices',
  site: 'settings',
  messages: 'settings',
};

const figureOf = (kind: string): Counted => FIGURES[kind.split('.')[0] ?? ''] ?? 'approved';

/** Changes after a moment, of one person or approved, each counted once. */
const countChanges = async (db: Db, after: Date): Promise<Record<Counted, number>> => {
  const approved = await approvedAfter(db, after);
  // An approved change is audited at the moment of its approval.
  const counts = { approved: 0, ...(await countActions(db, ACTIONS, { after, but: pluck(approved, 'decided_at') })) };
  for (const { kind } of approved) counts[figureOf(kind)] += 1;
  return counts;
};

/** Reads them for the time since the last message, which told the books up to `entry`. */
export const dayBesides = async (
  db: Db,
  { day, after, entry }: { day: string; after: Date; entry: string },
): Promise<Omit<DayBesides, 'bank'>> => {
  const range = { from: addDays(day, -CASH_UP_DAYS), to: addDays(day, -1) };
  const { waived, ...sums } = await sumsAfter(db, entry);
  return {
    ...sums,
    waived: fromPesewas(toPesewas(waived) + toPesewas(await forgivenAfter(db, after))),
    alone: await countAlone(db, after),
    ...(await countChanges(db, after)),
    statements: await statementsBehind(db, day),
    uncounted: await cashUpsMissing(db, range),
  };
};

const MODES = { momo: 'MoMo', bank: 'bank' } as const;

const counted = (n: number, words: string): string | null => (n === 0 ? null : `${words} ${n}`);
const summed = (amount: string, words: string): string | null =>
  Number(amount) === 0 ? null : `${words} ${formatMoney(amount)}`;

/** The sentence that follows the day's figures; null on a day without any of it. */
export const besidesInWords = (besides: DayBesides): string | null => {
  const statements = besides.statements.map(({ mode, covered }) =>
    covered === null
      ? `no ${MODES[mode]} statement yet`
      : `no ${MODES[mode]} statement since ${typedDay(covered).slice(0, 5)}`,
  );
  const parts = [
    summed(besides.bank, 'bank'),
    summed(besides.out, 'paid out'),
    summed(besides.waived, 'waived'),
    counted(besides.alone, 'decided alone'),
    counted(besides.journals, 'journals'),
    counted(besides.users, 'user changes'),
    counted(besides.prices, 'price changes'),
    counted(besides.settings, 'setting changes'),
    counted(besides.approved, 'other approvals'),
    ...statements,
    counted(besides.uncounted, 'days of cash not counted'),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : `Also: ${parts.join(', ')}`;
};
