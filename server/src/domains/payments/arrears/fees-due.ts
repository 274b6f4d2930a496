import { addMonths, fromPesewas, monthDays, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { plannedDrivers } from '#domains/drivers';
import { readPaymentTypes, readPrices } from '#domains/prices';
import { uncoveredFees } from '../standing/due-fees.ts';
import { type AlikeDrivers, readAlike } from './owed.repo.ts';
import { plansOf } from './plans-of.ts';

/** Equal fees of a month: so many drivers at the same price. */
export type DueFees = {
  month: string;
  type_code: string;
  description: string;
  drivers: number;
  price: string;
  amount: string;
};

type Types = Awaited<ReturnType<typeof readPaymentTypes>>;
type Asked = { types: Types; price: Awaited<ReturnType<typeof readPrices>> };

const later = (one: string, other: string): string => (one > other ? one : other);

/** The months that begin on the days, up to that of today. */
const monthsBegun = ({ from, to }: { from: string; to: string }, day: string): string[] => {
  const months: string[] = [];
  const last = to < day ? to : day;
  const first = from.endsWith('-01') ? addMonths(from, 0) : addMonths(from, 1);
  for (let month = first; `${month}-01` <= last; month = addMonths(month, 1)) months.push(month);
  return months;
};

/** The fees that drivers were to pay for a month, once paid or not. */
const feesOf = (month: string, { registered_in, plans, billed_from }: AlikeDrivers, { types, price }: Asked) => {
  const begins = billed_from?.slice(0, 7) ?? registered_in;
  if (later(begins, registered_in) > month) return [];
  const asked = { types, price, plans: plansOf(plans), registered_on: `${month}-01`, opening: null };
  const { due } = uncoveredFees({ ...asked, day: monthDays(month).to }, new Set());
  const from = new Map(types.map(({ type_code, due_from }) => [type_code, due_from]));
  return due.filter(({ type_code, payment_month }) => {
    if (payment_month !== null) return true;
    const due_from = from.get(type_code) ?? '';
    const isNew = billed_from === null || due_from >= billed_from;
    return isNew && later(registered_in, due_from.slice(0, 7)) === month;
  });
};

/**
 * The fees that were due on days, by month and price: of current drivers, paid or not. A monthly
 * fee counts on the first of its month, one that is paid once in the month of the registration (or
 * in that from which its type is due). Months to come are not due. The cost grows with the months
 * and with how unlike the drivers are, not with the payments.
 */
export const feesDueIn = async (db: Db, days: { from: string; to: string }, day: string): Promise<DueFees[]> => {
  const months = monthsBegun(days, day);
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return [];
  const types = await readPaymentTypes(db);
  const price = await readPrices(db, { first: Number(first.slice(0, 4)), last: Number(last.slice(0, 4)) });
  const alike = await readAlike(db, plannedDrivers());
  const groups = new Map<string, DueFees>();
  for (const month of months) {
    for (const drivers of alike) {
      for (const { type_code, description, amount } of feesOf(month, drivers, { types, price })) {
        const key = `${month} ${type_code} ${amount}`;
        const group = groups.get(key) ?? { month, type_code, description, drivers: 0, price: amount, amount: '0.00' };
        group.drivers += drivers.drivers;
        group.amount = fromPesewas(toPesewas(amount) * BigInt(group.drivers));
        groups.set(key, group);
      }
    }
  }
  return [...groups.values()].sort(
    (one, other) =>
      one.month.localeCompare(other.month) ||
      one.type_code.localeCompare(other.type_code) ||
      Number(toPesewas(one.price) - toPesewas(other.price)),
  );
};
