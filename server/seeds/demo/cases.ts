import { addDays, MONTH_CODES, type PaymentSubmission, planIn, SUBSCRIPTION, today } from '@banbo/contract';
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { transitionPayments } from '#domains/payments';
import { priceInYear } from '#domains/prices';
import { buildDecision, callerOf } from '../../test/builders/desk-work.ts';
import { buildStatementImport } from '../../test/builders/imports.ts';
import { buildPayment } from '../../test/builders/payments.ts';
import type { DemoPayer } from './plan-payments.ts';
import { receiveDemoMoney } from './transfers.ts';

const FIRST_ID = 71_305_443_020;
/** Less than any subscription costs. */
const SLIP = '30.00';

type Claimed = { at: Date; claim: PaymentSubmission };
type Case = (tx: Tx, claimed: Claimed, other: DemoPayer) => Promise<unknown>;

const moneyOf = ({ claim, at }: Claimed) => ({
  transactionId: claim.transaction_id,
  amount: claim.amount,
  at,
  reference: claim.car_number,
  payer: 'KWEKU ANNAN',
});

const submit = (tx: Tx, { claim, at }: Claimed) => buildPayment({ db: tx, clock: { now: at } }, claim);

/** A claim was rejected before its money came, and the rejection undone. */
const ready: Case = async (tx, claimed) => {
  const id = await submit(tx, claimed);
  const made = { ids: [id], by: null, now: claimed.at };
  await transitionPayments(tx, { ...made, change: 'reject', reason: 'No money has come yet.' });
  await receiveDemoMoney(tx, moneyOf(claimed));
  await transitionPayments(tx, { ...made, change: 'undo' });
};

const sendToo = (tx: Tx, { claim, at }: Claimed, other: DemoPayer) =>
  sql`
    INSERT INTO payment_attempts (transaction_id, driver_id, type_code, payment_year, payment_month, amount, address,
      attempted_on, first_at, last_at)
    SELECT transaction_id, other.id, type_code, payment_year, payment_month, amount, '192.0.2.7', ${today(at)}, ${at}, ${at}
    FROM payments, drivers AS other
    WHERE transaction_id = ${claim.transaction_id} AND other.driver_code = ${other.driver_code}`.execute(tx);

const disputed: Case = async (tx, claimed, other) => {
  await submit(tx, claimed);
  await sendToo(tx, claimed, other);
};

const disputedWithMoney: Case = async (tx, claimed, other) => {
  await disputed(tx, claimed, other);
  await receiveDemoMoney(tx, moneyOf(claimed));
};

/** Two transfers for one month, of which one cleared it. */
const paid: Case = async (tx, claimed) => {
  const again = {
    ...claimed,
    claim: { ...claimed.claim, transaction_id: `${claimed.claim.transaction_id.slice(0, -1)}9` },
  };
  await submit(tx, claimed);
  await submit(tx, again);
  await receiveDemoMoney(tx, moneyOf(again));
  await receiveDemoMoney(tx, moneyOf(claimed));
};

/** Money that was set aside before its claim came. */
const used: Case = async (tx, claimed) => {
  const id = await receiveDemoMoney(tx, moneyOf(claimed));
  await sql`UPDATE transfers SET status = 'dismissed' WHERE id = ${id}`.execute(tx);
  await submit(tx, claimed);
};

const statement: Case = (tx, claimed) =>
  receiveDemoMoney(tx, { ...moneyOf(claimed), amount: SLIP, statement: '300.00' });

/** A driver sent more than the month costs, and the rest was kept open. */
const left: Case = async (tx, claimed) => {
  const id = await submit(tx, claimed);
  const { claim, at } = claimed;
  const transferId = await receiveDemoMoney(tx, { ...moneyOf(claimed), amount: '2000.00' });
  const received = { transferId, day: today(at), source: 'capture', capturedBy: null } as const;
  const facts = { transfer_id: transferId, transaction_id: claim.transaction_id, amount_received: '2000.00' };
  const money = new Map([[id, { ...received, amount: claim.amount, facts }]]);
  await transitionPayments(tx, {
    ids: [id],
    change: 'clear',
    by: null,
    now: at,
    with: { money, setOffBy: 'a capture' },
  });
};

/** A payment that was cleared before its money was known. */
const clearedBefore: Case = async (tx, claimed) => {
  await buildPayment({ db: tx, clock: { now: claimed.at } }, claimed.claim, 'cleared');
  await receiveDemoMoney(tx, moneyOf(claimed));
};

/** The first half of a month. */
const belowPrice: Case = async (tx, claimed) => {
  const half = { ...claimed, claim: { ...claimed.claim, amount: '150.00' } };
  await submit(tx, half);
  await receiveDemoMoney(tx, moneyOf(half));
};

/** The payer wrote somebody else's car. */
const otherCar: Case = async (tx, claimed, other) => {
  await submit(tx, claimed);
  await receiveDemoMoney(tx, { ...moneyOf(claimed), reference: other.car_number });
};

/** Two networks gave one ID, and nobody knows yet whose the claim is. */
const twoNetworks: Case = async (tx, claimed) => {
  await receiveDemoMoney(tx, { ...moneyOf(claimed), network: 'MTN' });
  await receiveDemoMoney(tx, { ...moneyOf(claimed), network: 'TELECEL', payer: 'ADJOA QUAYSON' });
  await submit(tx, claimed);
};

/** Another driver sends the transaction ID after it has cleared the claim. */
const reclaimed: Case = async (tx, claimed, other) => {
  await submit(tx, claimed);
  await receiveDemoMoney(tx, moneyOf(claimed));
  await sendToo(tx, claimed, other);
};

const CASES = [
  ...[ready, disputed, disputedWithMoney, paid, used, statement, left, clearedBefore, belowPrice, otherCar],
  ...[twoNetworks, reclaimed],
];

/** How many drivers the cases are about. */
export const DEMO_CASES = CASES.length;

const FIRST_SHOWN_ID = 71_305_447_010;

/**
 * Imports the statement of a day, which lacks one receipt of money and shows two more: one that had
 * been taken out of the books as never come, and one that the network took back.
 */
const seedDemoStatement = async (tx: Tx, now: Date): Promise<void> => {
  const by = await callerOf(tx, 'systemadmin', 'SystemAdmin');
  const day = addDays(today(now), -2);
  const receive = (id: number, payer: string) =>
    receiveDemoMoney(tx, { transactionId: String(id), amount: '300.00', at: new Date(`${day}T12:00:00Z`), payer });
  const lacking = await receive(FIRST_SHOWN_ID, 'ESI BOATENG');
  const ended = await receive(FIRST_SHOWN_ID + 10, 'YAW OWUSU');
  const gone = await receive(FIRST_SHOWN_ID + 20, 'AFUA SERWAA');
  const body = { decision: 'never_came', reason: 'It was captured by mistake.' } as const;
  await buildDecision(tx, { transferId: ended, paymentIds: [] }, { body, by, now });
  const { rows } = await sql<{ id: string; amount: string; name: string; reference: string }>`
    SELECT transaction_id AS id, amount::text, payer_name AS name, reference FROM transfers
    WHERE received_on = ${day} AND mode = 'momo' AND id <> ${lacking} ORDER BY id`.execute(tx);
  const date = day.split('-').reverse().join('/');
  const lines = rows.map((line) => ({ ...line, date }));
  await buildStatementImport(tx, { name: `MoMo ${day}.csv`, lines, day }, { by, now });
  await sql`UPDATE transfers SET taken_back_on = ${day}, missing_since = ${now}, missing_in = (SELECT max(id) FROM statement_imports)
    WHERE id = ${gone}`.execute(tx);
};

/** Seeds a case of clearance for each reason to wait that nothing else gives, one a driver. */
export const seedDemoCases = async (
  tx: Tx,
  { drivers, now }: { drivers: readonly DemoPayer[]; now: Date },
): Promise<void> => {
  // The same month of next year, which no other payment of the demo is for.
  const year = now.getUTCFullYear() + 1;
  const month = `${year}-${today(now).slice(5, 7)}`;
  for (const [index, seed] of CASES.entries()) {
    const [driver, other] = [drivers[index], drivers[(index + 1) % drivers.length]];
    if (!driver || !other) throw new Error('The demo has too few drivers for its cases.');
    const plan = planIn(driver.plans, month);
    const price = await priceInYear(tx, { type_code: SUBSCRIPTION, year, plan });
    const claim = {
      car_number: driver.car_number,
      driver_code: driver.driver_code,
      payment_type: SUBSCRIPTION,
      payment_year: year,
      payment_month: MONTH_CODES[now.getUTCMonth()],
      amount: price ?? '300.00',
      transaction_id: String(FIRST_ID + index * 10),
    };
    const at = new Date(`${addDays(today(now), -1 - (index % 5))}T10:00:00Z`);
    await seed(tx, { at, claim }, other);
  }
  await seedDemoStatement(tx, now);
};
