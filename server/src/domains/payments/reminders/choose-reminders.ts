import { type ArrearsAge, fullName, MAX_REMINDERS, type ReminderPreview, smsParts } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { driversById, type SummaryWithPlans } from '#domains/drivers';
import { wordsFor } from '#domains/messages';
import { readSite } from '#domains/site';
import { type AllDebts, type Debt, debtsOf } from '../arrears/owed.ts';
import { reminderText } from './reminder-text.ts';

/** Texts name `linksTo`, the product’s address; `reminded` are drivers reminded lately. */
type Reminding = { all: AllDebts; linksTo: string | null; reminded: ReadonlySet<string> };

export type Chosen = Pick<ReminderPreview, 'reminders' | 'left_out' | 'has_more'>;

type Reminder = { debt: Debt; driver: SummaryWithPlans; text: string };

/**
 * False if a claim waits, no payment ever proved the number, or nobody has released the debts of
 * the driver's import; credit lowers the debt.
 */
export const mayRemind = (debt: Debt): boolean =>
  debt.months > 0 && debt.waiting === '0.00' && !debt.is_unpaid && debt.held_by === null;

/** These drivers' reminders by their present debts, in order, without exempt drivers. */
export const remindersFor = async (
  db: Db,
  ids: readonly string[],
  { linksTo, now }: { linksTo: string | null; now: Date },
): Promise<Reminder[]> => {
  const site = await readSite(db);
  const words = await wordsFor(db, 'reminder');
  const debts = await debtsOf(db, ids, now);
  const drivers = new Map((await driversById(db, ids)).map((driver) => [driver.id, driver]));
  return ids.flatMap((id) => {
    const [debt, driver] = [debts.get(id), drivers.get(id)];
    if (!debt || !driver || !mayRemind(debt)) return [];
    return { debt, driver, text: reminderText(debt, driver, { site, linksTo, words }) };
  });
};

/** Continues until a batch is full, so that skipped drivers do not block those behind them. */
const fillBatch = async (
  db: Db,
  ids: readonly string[],
  { age, linksTo, now }: { age: ArrearsAge; linksTo: string | null; now: Date },
): Promise<{ chosen: Reminder[]; tried: number }> => {
  const chosen: Reminder[] = [];
  let tried = 0;
  while (tried < ids.length && chosen.length < MAX_REMINDERS) {
    const next = ids.slice(tried, tried + MAX_REMINDERS - chosen.length);
    tried += next.length;
    const found = await remindersFor(db, next, { linksTo, now });
    chosen.push(...found.filter(({ debt }) => debt.age === age));
  }
  return { chosen, tried };
};

const present = ({ driver, text }: Reminder): Chosen['reminders'][number] => ({
  driver_id: driver.id,
  driver_code: driver.driver_code,
  fullname: fullName(driver),
  mobile_number: driver.mobile_number,
  text,
  parts: smsParts(text),
});

/**
 * The next batch of drivers with debts of an age, the oldest first, with their exact texts. Leaves
 * out drivers whose claim waits, whose credit suffices, whose registration was never paid, or who
 * were reminded lately.
 */
export const chooseReminders = async (
  db: Db,
  age: ArrearsAge,
  { all, linksTo, reminded }: Reminding,
  now: Date,
): Promise<Chosen> => {
  const debts = (await all(db, now)).filter((debt) => debt.age === age);
  const free = debts.filter(({ waiting }) => waiting === '0.00');
  const rested = free.filter(({ driver_id }) => !reminded.has(driver_id));
  const released = rested.filter(({ held_by }) => held_by === null);
  const left = released.filter(({ is_unpaid }) => !is_unpaid).map(({ driver_id }) => driver_id);
  const { chosen, tried } = await fillBatch(db, left, { age, linksTo, now });
  return {
    reminders: chosen.map(present),
    left_out: {
      claim_waits: debts.length - free.length,
      reminded: free.length - rested.length,
      held: rested.length - released.length,
      other: released.length - left.length + tried - chosen.length,
    },
    has_more: tried < left.length,
  };
};
