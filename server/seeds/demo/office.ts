import {
  addDays,
  addMonths,
  DEVICE_PAYMENT,
  MONTH_CODES,
  planIn,
  REGISTRATION_FEE,
  type ReceivedPayment,
  SUBSCRIPTION,
  today,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { priceInYear } from '#domains/prices';
import { approveLateMoney, askForLateMoney, askForPrice, buildRefusal } from '../../test/builders/approvals.ts';
import {
  buildDecision,
  buildReceiptTexts,
  buildReceived,
  buildReversal,
  callerOf,
} from '../../test/builders/desk-work.ts';
import { type ListedDriver, listedAs } from '../../test/builders/driver-lists.ts';
import { buildDriverImport } from '../../test/builders/imports.ts';
import { registrationOf } from '../../test/builders/registrations.ts';
import type { DemoPayer } from './plan-payments.ts';

const HOUR = 3_600_000;

/** Cheques by their numbers, and what became of them. */
const CHEQUES = [
  { number: '000123', bank: 'AGRICULTURAL DEVELOPMENT BANK', drawer: 'Esi Quansah' },
  { number: '004512', bank: 'GCB BANK', drawer: 'Kofi Asante', isPaid: true },
  {
    number: '000087',
    bank: 'STANDARD CHARTERED BANK GHANA',
    drawer: 'Yaa Transport Services',
    bounced: 'Refer to drawer.',
  },
] as const;

const REVERSALS = [
  { cause: 'wrong_car', reason: 'The driver named the wrong car.' },
  { cause: 'wrong_car', reason: 'He paid for his brother’s car.' },
  { cause: 'never_came', reason: 'The notes were not in the till in the evening.' },
] as const;

/** How imported members stood: paid until months before or after now, in debt, or in credit. */
const OPENINGS = [
  { months: -2 },
  { months: 1 },
  { balance: '1,250.00' },
  { balance: '18,400.00' },
  { balance: '-300.00' },
] as const;

/** How many members come from an old list. */
export const BROUGHT_ALONG = OPENINGS.length;

/** How many drivers the desk's work is about. */
export const DEMO_DESK_DRIVERS = 1 + CHEQUES.length + REVERSALS.length + 1;

type Opening = { months?: number; balance?: string };

/** A line of the old members' list. `serial` is that of nobody registered. */
const broughtAlong = (serial: number, { months, balance = '' }: Opening, now: Date): ListedDriver => {
  const [year, month] = months === undefined ? [] : addMonths(today(now), months).split('-');
  return listedAs(registrationOf(serial), {
    Registered: `05/03/${now.getUTCFullYear() - 1}`,
    'Paid Until': month === undefined ? '' : `${month}/${year}`,
    'Opening Balance': balance,
  });
};

type Given = { drivers: readonly DemoPayer[]; firstSerial: number; now: Date };

/**
 * Seeds work of the desk and of those who decide: cash with texted receipts, cheques in each state,
 * reversals by each cause, approvals that wait and that were decided on, and members of an old list
 * whose debts are held. Somebody else decides each time than who asked or took the money.
 */
export const seedDemoOffice = async (tx: Tx, { drivers, firstSerial, now }: Given): Promise<void> => {
  const [clerk, admin] = [
    await callerOf(tx, 'superuser', 'SuperUser'),
    await callerOf(tx, 'systemadmin', 'SystemAdmin'),
  ];
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR);
  // In the night too the day has cash, which its reversals take out.
  const reversedAt = new Date(Math.max(ago(4).getTime(), new Date(now).setUTCHours(0, 0, 0, 0)));
  const year = now.getUTCFullYear();
  // A month that no other payment of the demo is for.
  const month = new Date(Date.UTC(year + 1, now.getUTCMonth() - 1, 1));
  const next = drivers[Symbol.iterator]();
  const monthOfNext = async (): Promise<Pick<ReceivedPayment, 'amount' | 'payments'>> => {
    const { value: driver } = next.next();
    if (!driver) throw new Error('The demo has too few drivers for its desk.');
    const [paidYear, plan] = [month.getUTCFullYear(), planIn(driver.plans, month.toISOString().slice(0, 7))];
    const amount = (await priceInYear(tx, { type_code: SUBSCRIPTION, year: paidYear, plan })) ?? '300.00';
    const { car_number, driver_code } = driver;
    const fee = { payment_year: paidYear, payment_month: MONTH_CODES[month.getUTCMonth()] };
    return { amount, payments: [{ car_number, driver_code, payment_type: SUBSCRIPTION, ...fee, amount }] };
  };

  const cash = await buildReceived(tx, { mode: 'cash', ...(await monthOfNext()) }, { by: clerk, now: ago(30) });
  await buildReceiptTexts(tx, cash, ago(30));
  for (const { number, bank, drawer, ...end } of CHEQUES) {
    const cheque = { mode: 'cheque', transaction_id: number, bank, payer_name: drawer } as const;
    const received = await buildReceived(tx, { ...cheque, ...(await monthOfNext()) }, { by: clerk, now: ago(50) });
    if ('isPaid' in end) await buildDecision(tx, received, { body: { decision: 'bank_paid' }, by: admin, now: ago(3) });
    if ('bounced' in end)
      await buildDecision(tx, received, { body: { decision: 'bounced', reason: end.bounced }, by: admin, now: ago(3) });
  }
  for (const reversal of REVERSALS) {
    const received = await buildReceived(tx, { mode: 'cash', ...(await monthOfNext()) }, { by: clerk, now: ago(28) });
    await buildReversal(tx, received, { ...reversal, by: admin, now: reversedAt });
  }

  const late = { mode: 'cash', received_on: addDays(today(now), -12), ...(await monthOfNext()) } as const;
  const approved = await askForLateMoney(tx, late, { by: clerk, now: ago(26) });
  await approveLateMoney(tx, approved, { by: admin, now: ago(25) });
  const lower = await askForPrice(
    tx,
    { typeCode: REGISTRATION_FEE, year, amount: '150.00' },
    { by: clerk, now: ago(24) },
  );
  await buildRefusal(tx, lower, { reason: 'The board has not agreed to it.', by: admin, now: ago(23) });
  await askForPrice(tx, { typeCode: DEVICE_PAYMENT, year, amount: '1650.00' }, { by: clerk, now: ago(5) });

  const lines = OPENINGS.map((opening, at) => broughtAlong(firstSerial + at, opening, now));
  await buildDriverImport(tx, { name: 'Members of 2025.csv', lines }, { by: admin, now: ago(2) });
};
