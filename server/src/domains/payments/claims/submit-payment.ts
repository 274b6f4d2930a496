import {
  findTransactionId,
  monthNumber,
  type Network,
  OPENING_BALANCE,
  type PaymentSubmission,
  priceIn,
  today,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { CheckedCounting, Counting } from '#db/list/list-sql.ts';
import { type CarDriver, currentDriverOfCar } from '#domains/drivers';
import { type PaymentTypeRules, pricesOfYear, rulesOfType } from '#domains/prices';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { addPayment, type NewPayment } from '../payments.repo.ts';
import { claimFacts, type JudgedFacts, keepAttempt } from './claims.repo.ts';
import {
  checkFee,
  checkMonth,
  driversPaymentType,
  type Fee,
  payerOf,
  pricedBy,
  pricedMonth,
  typeCodeOf,
  withOpening,
} from './fee-rules.ts';

/** Reads everything that a claim is judged and priced by, at one moment. */
const readClaimFacts = (
  db: Db,
  { fee, carNumber, now }: { fee: Fee; carNumber: string; now: Date },
  counting: Counting | null,
): Promise<JudgedFacts<PaymentTypeRules, CarDriver>> => {
  const { type_code: typeCode } = fee;
  const year = Number(pricedMonth(fee, today(now)).slice(0, 4));
  const judged = {
    type: rulesOfType(typeCode),
    driver: currentDriverOfCar(carNumber),
    prices: pricesOfYear({ typeCode, year }),
  };
  return claimFacts(db, fee, judged, counting);
};

/**
 * A submission whose `transaction_id` is the ID alone, in uppercase, and whose `network` is one of
 * those that are offered.
 */
type Claim = PaymentSubmission;

/** Finds the transaction ID by the networks' formats. Refuses a text without one with 400. */
export const readClaim = <Sent extends { transaction_id: string; network?: string | undefined }>(
  { network, ...submission }: Sent,
  networks: readonly Network[],
) => {
  const { id, problem } = findTransactionId(submission.transaction_id, networks, network);
  const known = networks.find(({ code }) => code === network);
  if (id !== null) return { ...submission, transaction_id: id, ...(known && { network: known.code }) };
  throw refusalAt('invalid_input', 'transaction_id', problem);
};

const TAKEN = 'This transaction ID was already used for another payment. Please check it, or contact us.';

const MERGED = 'This registration has just been merged with another one. Please look up the car and try again.';

/** The fee of a claim: type code in uppercase, month as a number. */
export const feeOf = ({ payment_type, payment_year, payment_month }: Claim): Fee => ({
  type_code: typeCodeOf(payment_type),
  payment_year: payment_year ?? null,
  payment_month: payment_month === undefined ? null : monthNumber(payment_month),
});

/**
 * Prices a claim and dates it with today in Accra, as the payment to store. Refuses what the rules
 * refuse. `counting` counts the call before the rules are checked.
 */
export const judgeClaim = async (
  db: Db,
  claim: Claim,
  now: Date,
  counting: CheckedCounting | null = null,
): Promise<NewPayment & Fee> => {
  const fee = feeOf(claim);
  const facts = await readClaimFacts(db, { fee, carNumber: claim.car_number, now }, counting);
  counting?.check(facts.counted);
  const type = driversPaymentType(facts.type);
  checkMonth(fee, type);
  const driver = payerOf(facts.driver, claim.driver_code);
  checkFee(fee, type, withOpening(fee, { ...facts, type, driver }));
  const day = today(now);
  return {
    ...fee,
    period: type.period,
    driver_id: driver.id,
    amount_due:
      type.type_code === OPENING_BALANCE
        ? (driver.opening?.owed ?? null)
        : priceIn(facts.prices, fee.type_code, pricedBy(fee, driver.plans, day).plan),
    amount: claim.amount,
    transaction_id: claim.transaction_id,
    claimed_network: claim.network ?? null,
    transaction_date: day,
    waiting_since: day,
    created_at: now,
  };
};

/**
 * Stores a judged claim and counts `counting` in one statement: if a count is full, nothing is
 * stored, but the counts before it stay. Refuses a taken transaction ID with
 * `transaction_id_taken`; the transaction is then unusable.
 */
export const storeClaim = async (
  db: Db,
  payment: NewPayment,
  counting: CheckedCounting | null = null,
): Promise<{ id: string }> => {
  const stored = await addPayment(db, payment, counting);
  if (stored === 'transaction_id_taken') {
    throw refusalAt('transaction_id_taken', 'transaction_id', TAKEN);
  }
  if (stored === 'driver_merged') throw new Refusal('refused', MERGED);
  counting?.check(stored.counted);
  const { id, is_used } = stored;
  if (is_used) throw refusalAt('transaction_id_taken', 'transaction_id', TAKEN);
  if (id === null) throw new Error('A claim was not stored');
  return { id };
};

type Question = { car_number: string; driver_code: string; payment_type: string };

/** Refuses as submitting would now; a monthly type is checked without its month. */
export const checkFeePayment = async (db: Db, question: Question, now: Date): Promise<void> => {
  const fee = { type_code: typeCodeOf(question.payment_type), payment_year: null, payment_month: null };
  const facts = await readClaimFacts(db, { fee, carNumber: question.car_number, now }, null);
  const type = driversPaymentType(facts.type);
  const driver = payerOf(facts.driver, question.driver_code);
  checkFee(fee, type, withOpening(fee, { ...facts, type, driver }));
};

/**
 * Keeps a claim of a taken ID for staff, outside the refused transaction: beside each of `ids`, the
 * IDs of all networks' money that have it.
 */
export const keepClaimOfTakenId = async (
  db: Db,
  claim: Claim,
  { ids, address, now }: { ids: readonly string[]; address: string; now: Date },
): Promise<void> => {
  const fee = feeOf(claim);
  const facts = await readClaimFacts(db, { fee, carNumber: claim.car_number, now }, null);
  const driver = payerOf(facts.driver, claim.driver_code);
  const attempt = {
    ...fee,
    driver_id: driver.id,
    amount: claim.amount,
    claimed_network: claim.network ?? null,
    address,
    attempted_on: today(now),
    first_at: now,
    last_at: now,
  };
  for (const transaction_id of ids) await keepAttempt(db, { ...attempt, transaction_id });
};
