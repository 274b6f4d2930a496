import { type ReversalCause, transactionName } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { Transition } from '#db/transition.ts';
import { auditAll, SERVER_ITSELF } from '#domains/audit';
import { setUnpaidSince } from '#domains/drivers';
import { type NewEntry, post } from '#domains/ledger';
import { firstFeeOf } from '#domains/prices';
import { issueReceipts } from '#domains/receipts';
import { pluck } from '#lib/values.ts';
import { reopenAttempts } from './clearing/found-money.repo.ts';
import { isBelowPrice } from './credit/due-by-credit.ts';
import { readSettling, type SettlingFacts } from './credit/read-settling.ts';
import { entriesOfSettled, postSettled, type Settled, settleCredit } from './credit/settle-credit.ts';
import { factsOfClearing } from './decision-facts.ts';
import { postUnfreed } from './merging/freed-payments.ts';
import { isOfDriver, type OfDriver } from './payer.repo.ts';
import { creditIn, entryOf, postReversed } from './posted.ts';
import { receiptsOfPayments, type TakenIn, voidForPayments } from './receipts/receipt-of-payment.ts';
import { receiptsOfLand } from './receipts/receipts-of-land.ts';
import type { ChangedPayment } from './refused-changes.ts';

/** The money of a payment: transfer, day and share, its receiver, and facts for the history. */
type ClearingMoney = TakenIn & {
  transferId: string;
  day: string;
  amount: string;
  facts: Record<string, unknown>;
};
/**
 * Money by payment id; payments without any are cleared on a person's word. `entries` of money that
 * was recorded in the same transaction are posted with those of the payments. A reversal has a
 * cause. `setOffBy` says what had the server clear by itself. `bookedOn` is the day on which the
 * books count the payments, where that is not their own.
 */
export type ClearedWith =
  | {
      money?: ReadonlyMap<string, ClearingMoney>;
      entries?: readonly NewEntry[] | undefined;
      cause?: ReversalCause | undefined;
      setOffBy?: string | undefined;
      bookedOn?: string | undefined;
    }
  | undefined;

type DriverPayment = OfDriver<ChangedPayment>;

const payersOfFirstFee = ({ types }: SettlingFacts, payments: readonly DriverPayment[]): string[] => {
  const fee = firstFeeOf(types);
  return payments.filter(({ type_code }) => type_code === fee?.type_code).map(({ driver_id }) => driver_id);
};

/** A payment once cleared has the amount and day of its money. */
export const clearedAs = <Payment extends ChangedPayment>(payment: Payment, cleared: ClearedWith): Payment => {
  const money = cleared?.money?.get(payment.id);
  if (!money) return payment;
  const { amount, day } = money;
  return { ...payment, amount, transaction_date: day, date_of: 'transfer', from_unallocated: true };
};

/** Changes that clear are told apart by their name alone. */
type Asked = Transition<string, ClearedWith>;

/** Logged with what the credit has done, once it has paid. */
const CLEARED = { clear: 'payments.clear', credit: 'payments.credit' } as const;

/** The credit of the payments' drivers, with that of these payments added or taken away. */
const creditsWith = (
  known: SettlingFacts,
  payments: readonly DriverPayment[],
  sign: 1n | -1n,
): ReadonlyMap<string, bigint> => {
  const credits = new Map(known.credits);
  for (const payment of payments) {
    const { driver_id } = payment;
    credits.set(driver_id, (credits.get(driver_id) ?? 0n) + sign * creditIn(payment));
  }
  return credits;
};

type Clearing = { settled: Settled; known: SettlingFacts; asked: Asked };

const NOTHING_SETTLED: Settled = { made: [], returned: [], facts: new Map() };

/** Logs what was cleared, also by the server itself. */
const logCleared = async (
  tx: Tx,
  claims: readonly ChangedPayment[],
  cleared: readonly ChangedPayment[],
  { settled, known, asked: { by, change, reason, now, with: given } }: Clearing,
): Promise<void> => {
  const action = CLEARED[change === 'credit' ? 'credit' : 'clear'];
  const entries = cleared.map((payment, index) => {
    const claim = claims[index] ?? payment;
    const driverCode = payment.driver_id === null ? undefined : known.drivers.get(payment.driver_id)?.driver_code;
    const facts = factsOfClearing(claim, payment, { settled, money: given?.money?.get(payment.id)?.facts, driverCode });
    const setOffBy = by ? undefined : given?.setOffBy;
    return {
      action,
      subject: { kind: 'payment', id: payment.id, name: payment.transaction_id },
      before: { status: claim.status },
      after: { ...facts, status: 'cleared', ...(reason && { reason }), ...(setOffBy && { set_off_by: setOffBy }) },
    };
  });
  await auditAll(tx, by ?? SERVER_ITSELF, entries, now);
};

const namesOf = (payments: readonly ChangedPayment[]): string =>
  payments.map(({ transaction_id }) => transactionName(transaction_id)).join(', ');

/** Has the credit of drivers' cleared payments pay what is due. */
const settleCleared = async (
  tx: Tx,
  cleared: readonly DriverPayment[],
  { known, by, now }: { known: SettlingFacts } & Pick<Asked, 'by' | 'now'>,
): Promise<Settled> => {
  if (cleared.length === 0) return NOTHING_SETTLED;
  const driversOf = (some: readonly DriverPayment[]) => new Set(pluck(some, 'driver_id'));
  const paying = driversOf(cleared.filter((payment) => creditIn(payment) > 0n));
  const told = driversOf(cleared.filter(({ is_credit }) => is_credit));
  const byDriver = Map.groupBy(cleared, ({ driver_id }) => driver_id);
  const setOffBy = (id: string) => `the payment ${namesOf(byDriver.get(id) ?? [])}`;
  return settleCredit(tx, creditsWith(known, cleared, 1n), { known, paying, told, setOffBy, by, now });
};

/** The drivers are locked. Once its first fee is cleared, a registration is no longer archived. */
export const bookCleared = async (tx: Tx, payments: readonly ChangedPayment[], asked: Asked): Promise<void> => {
  const { by, now } = asked;
  const known = await readSettling(tx, pluck(payments.filter(isOfDriver), 'driver_id'));
  const cleared = payments
    .map((payment) => clearedAs(payment, asked.with))
    .map((payment) => ({
      ...payment,
      is_credit: isOfDriver(payment) && (asked.change === 'credit' || isBelowPrice(payment)),
    }));
  const ofDrivers = cleared.filter(isOfDriver);
  const covering = ofDrivers.filter(({ is_credit }) => !is_credit);
  await setUnpaidSince(tx, payersOfFirstFee(known, covering), null);
  const settled = await settleCleared(tx, ofDrivers, { known, by, now });
  // Before the posting, which locks the books.
  await logCleared(tx, payments, cleared, { settled, known, asked });
  const facts = asked.change === 'credit' ? new Map() : settled.facts;
  const issuing = { known, facts, money: asked.with?.money, by };
  const receipts = [
    ...(await receiptsOfPayments(tx, ofDrivers, issuing)),
    ...(await receiptsOfLand(
      tx,
      cleared.filter((payment) => !isOfDriver(payment)),
      issuing,
    )),
  ];
  const day = asked.with?.bookedOn;
  const paid = cleared.map((payment) => ({ ...entryOf(payment), ...(day !== undefined && { day }) }));
  const entries = [...(asked.with?.entries ?? []), ...paid, ...entriesOfSettled(settled)];
  await post(tx, entries, { by, now });
  await issueReceipts(tx, receipts, { by, now });
};

/** Takes drivers' reversed payments out of their credit, and gives them all days to pay again. */
const settleReversed = async (
  tx: Tx,
  payments: readonly DriverPayment[],
  asked: Asked & { why: string },
): Promise<Settled> => {
  if (payments.length === 0) return NOTHING_SETTLED;
  const { by, now, why } = asked;
  const forFees = payments.filter(({ is_credit }) => !is_credit);
  const known = await readSettling(tx, pluck(payments, 'driver_id'));
  await setUnpaidSince(tx, payersOfFirstFee(known, forFees), now);
  return settleCredit(tx, creditsWith(known, payments, -1n), {
    ...{ known, by, now, reason: why },
    setOffBy: () => why,
    ...(asked.with?.cause === 'never_came' && { debt: 'any' }),
  });
};

/**
 * The drivers are locked. A driver whose first fee is reversed gets all days to pay it again; uses
 * of credit that is not there any more are returned.
 */
export const bookReversed = async (tx: Tx, payments: readonly ChangedPayment[], asked: Asked): Promise<void> => {
  const { by, now, reason = null } = asked;
  const why = `the payment ${namesOf(payments)} was reversed`;
  await reopenAttempts(tx, pluck(payments, 'transaction_id'));
  const settled = await settleReversed(tx, payments.filter(isOfDriver), { ...asked, why });
  await voidForPayments(tx, payments, reason, { by, now });
  const ofFreed = `Reversal: ${reason ?? 'no reason given'}`;
  await postUnfreed(tx, pluck(payments, 'id'), { reason: ofFreed, by, now });
  await postReversed(tx, payments, reason, { by, now });
  await postSettled(tx, settled, { by, now, reason: why });
};
