import {
  type FeeMoney,
  feeName,
  fullName,
  type PaymentStatus,
  type PaymentSubmission,
  transactionName,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { owners } from '#domains/drivers';
import type { Author } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { findClaimsByKey } from '../clearing/claim-cases.repo.ts';
import { claimsBelowPrice } from '../credit/money-of-claims.ts';
import { showPayment } from '../show-payment.ts';
import { describeTypes, presentFee } from '../standing/due-fees.ts';
import { statusOfLockedClaim, updateClaim } from './claims.repo.ts';
import { judgeClaim } from './submit-payment.ts';

/** The ID is in the form in which it is stored. */
type Correction = {
  [Field in 'transaction_id' | 'payment_year' | 'payment_month']?: PaymentSubmission[Field] | undefined;
};

const BECAME = { cleared: 'was cleared', rejected: 'was rejected', reversed: 'was reversed' } as const;

/** The refusal of an ID that another payment holds. */
const idTaken = (): Refusal => {
  const message = 'This transaction ID was already used for another payment.';
  return refusalAt('transaction_id_taken', 'transaction_id', message);
};

/**
 * Corrects the transaction ID or month of a waiting claim and judges it as if it was sent so; its
 * money is looked for again. Only another month changes the amount that was due when it came.
 * Gives its former transaction ID. Refused with 404 `not_found`, 409 `conflict` if it no longer
 * waits, and as a new claim is.
 */
export const correctClaim = async (
  tx: Tx,
  { id, typeCode, correction }: { id: string; typeCode: string; correction: Correction },
  { by, now }: { by: Author; now: Date },
): Promise<{ former: string }> => {
  await showPayment(tx, id, typeCode);
  const status = await statusOfLockedClaim(tx, id);
  // Read once it is locked, so that two corrections at once are both kept.
  const shown = await showPayment(tx, id, typeCode);
  if (status !== 'submitted') {
    const message = `The payment ${transactionName(shown.transaction_id)} ${BECAME[status]}, so it cannot be corrected.`;
    throw new Refusal('conflict', message);
  }
  if (shown.mode === 'cheque') {
    const message = `${transactionName(shown.transaction_id)}: the payment waits for its cheque, so it cannot be corrected. Reject it instead.`;
    throw new Refusal('conflict', message);
  }
  const { payment_year, payment_month } = shown;
  const month =
    payment_year === null || payment_month === null ? {} : { payment_year, payment_month: payment_month as never };
  const before = { transaction_id: shown.transaction_id, ...month };
  const given = Object.entries(correction).filter(([, value]) => value !== undefined);
  const after: typeof before & Correction = { ...before, ...Object.fromEntries(given) };
  const { car_number, driver_code, amount_paid: amount } = shown;
  const judged = await judgeClaim(tx, { car_number, driver_code, payment_type: typeCode, amount, ...after }, now);
  // Only another month has another price than that of the claim's day.
  const isSameMonth = after.payment_year === before.payment_year && after.payment_month === before.payment_month;
  const claim = isSameMonth ? { ...judged, amount_due: shown.amount_due } : judged;
  if (!(await updateClaim(tx, id, claim))) throw idTaken();
  const subject = { kind: 'payment', id, name: shown.transaction_id };
  await audit(tx, by, { action: 'payments.correct', subject, before, after }, now);
  return { former: shown.transaction_id };
};

/** A waiting or cleared claim that holds a transaction ID. */
export type ClaimByKey = {
  status: PaymentStatus;
  amount: string;
  driverId: string | null;
  /** If it waits below its price: what is there of its fee. */
  below: FeeMoney | null;
  /** It waits although its fee is paid. */
  isPaid: boolean;
  /** Another driver sent its transaction ID too. */
  isDisputed: boolean;
  /** The fee if it is paid once: only one of two claims for it is cleared. */
  feePaidOnce: string | null;
  /** Names the driver with the code, and the fee. */
  name: string;
};

/** Claims by transaction key: an ID without zeros before digits. */
export const claimsByKey = async (
  db: Db,
  keys: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, ClaimByKey>> => {
  if (keys.length === 0) return new Map();
  const claims = await findClaimsByKey(db, keys, owners);
  const describe = await describeTypes(db);
  const waiting = claims.filter(({ status, is_paid }) => status === 'submitted' && !is_paid);
  const below = await claimsBelowPrice(db, waiting, now);
  return new Map(
    claims.map((claim) => {
      const {
        key,
        status,
        amount,
        is_paid,
        is_disputed,
        driver_id: driverId,
        driver_code,
        first_name,
        last_name,
      } = claim;
      const fee = feeName(presentFee(claim, describe(claim.type_code)));
      const name =
        claim.payer_name === null
          ? `${fullName({ first_name, last_name })} (${driver_code}), ${fee}`
          : `${claim.payer_name} (${claim.payer_details}), ${fee}`;
      const feePaidOnce =
        claim.period === 'any'
          ? null
          : [driver_code, claim.type_code, claim.payment_year, claim.payment_month].join(' ');
      const found = { status, amount, driverId, isPaid: is_paid, isDisputed: is_disputed, feePaidOnce, name };
      return [key, { ...found, below: below.get(claim.id) ?? null }];
    }),
  );
};
