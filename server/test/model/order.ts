import { type Books, byTime, type Payment } from './books.ts';
import { feeIn, inCedis } from './send.ts';

type Listed = Record<string, unknown>;

/**
 * A driver's payments and uses of credit in the order of their records' numbers, and the claims
 * whose money nobody has looked for yet.
 */
export type Order = {
  driver: string;
  payments: readonly string[];
  uses: readonly string[];
  late: readonly string[];
};

export const plainId = (id: string): string => id.replace(/^0+/, '');
const inOrder = (rows: readonly Listed[], name: string): Listed[] =>
  rows.toSorted((a, b) => Number(a[name]) - Number(b[name]));

const listed = (one: Listed): string =>
  [feeIn(one), plainId(String(one.transaction_id)), one.mode, one.amount_paid, one.status].join(' ');

export const orderOf = (
  driver: string,
  payments: readonly Listed[],
  { covered, late }: { covered: readonly Listed[]; late: readonly Listed[] },
): Order => ({
  driver,
  payments: inOrder(payments, 'id').map(listed),
  late: late.map(listed),
  uses: inOrder(
    covered.filter((one) => one.credit_use_id),
    'credit_use_id',
  ).map(feeIn),
});

const named = ({ fee, id, mode, amount, status }: Payment): string =>
  [fee, plainId(id), mode, inCedis(amount), status].join(' ');

type Timed = { key: string; at: number };

/** Gives rows the times of one another, so that they come in the order of these names. */
const arrange = <Row extends Timed>(
  rows: readonly Row[],
  names: readonly string[],
  { nameOf, move }: { nameOf: (row: Row) => string; move: (key: string, at: number) => void },
): void => {
  const left = byTime(rows);
  const times = left.map(({ at }) => at);
  const arranged = names.flatMap((name) => {
    const at = left.findIndex((row) => nameOf(row) === name);
    return at < 0 ? [] : left.splice(at, 1);
  });
  if (left.length > 0) return;
  for (const [place, { key, at }] of arranged.entries()) {
    const time = times[place];
    if (time !== undefined && time !== at) move(key, time);
  }
};

/**
 * Takes over in which order the product numbered what calls at once made, since rules that speak of
 * the newest go by that, and whether anybody has looked for a claim's money.
 */
export const takeOrder = (books: Books, { driver, payments, uses, late }: Order): void => {
  for (const claim of books.payments.by('driver', driver)) {
    if (claim.mode === 'momo' && claim.status === 'submitted')
      books.payments.change(claim.key, { isLate: late.includes(named(claim)) });
  }
  arrange(books.payments.by('driver', driver), payments, {
    nameOf: named,
    move: (key, at) => books.payments.change(key, { at }),
  });
  const used = books.uses.by('driver', driver).filter(({ isUsed }) => isUsed);
  arrange(used, uses, { nameOf: ({ fee }) => fee, move: (key, at) => books.uses.change(key, { at }) });
};
