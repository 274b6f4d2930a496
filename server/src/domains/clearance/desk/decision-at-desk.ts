import { formatMoney } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import {
  type HoldingPayment,
  paymentsOfTransaction,
  readClaimCase,
  replacedAmong,
  wasRejected,
} from '#domains/payments';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { namesOtherCar, refuseOwnDecision } from '../transfers/hands-in-money.ts';
import type { Recorded } from '../transfers/match-transfers.ts';
import { namedMoney } from '../transfers/money-subjects.ts';
import { claimInWords, presentClaim } from './find-claim.ts';
import type { MadeAtDesk } from './transfer-id.ts';

const refuse = (code: 'conflict' | 'transaction_id_taken', message: string): Refusal =>
  refusalAt(code, 'transaction_id', message);

/**
 * The waiting claim with a transaction ID, and its refusal for the case that no row matches it; or
 * null. Refused with 409 `transaction_id_taken` when the ID has cleared a payment.
 */
export const holderOf = async (
  tx: Tx,
  transactionId: string,
  { mode, now }: { mode: string; now: Date },
): Promise<(HoldingPayment & { refusal: Refusal }) | null> => {
  const held = await paymentsOfTransaction(tx, transactionId);
  const [payment] = held;
  if (!payment) return null;
  const words = await claimInWords(tx, await presentClaim(tx, payment, now));
  // A claim that waits with a cheque’s number is the cheque’s own.
  if (mode === 'cheque' || held.some(({ status }) => status === 'cleared')) {
    throw refuse('transaction_id_taken', `This transaction ID was already used for another payment. ${words}.`);
  }
  const message = `A claim waits with this transaction ID. ${words}. Receive exactly that, or decide it on Payment Clearance.`;
  return { ...payment, refusal: refuse('conflict', message) };
};

type Deciding = { claim: HoldingPayment | null; transfer: Recorded; driverIds: readonly (string | null)[] };

/** Why the word of the person who saw the money does not do, in a sentence; null where it does. */
const differenceOf = async (tx: Tx, { claim, transfer, driverIds }: Deciding): Promise<string | null> => {
  if (claim && claim.amount !== transfer.amount) {
    const amounts = `The claim is of ${formatMoney(claim.amount)}, the money is ${formatMoney(transfer.amount)}`;
    return `${amounts}, so somebody else has to decide it on Payment Clearance.`;
  }
  if (transfer.is_twinned) {
    return 'Money of another network has this transaction ID. Capture the money, so that somebody else decides it on Payment Clearance.';
  }
  if (await namesOtherCar(tx, transfer, driverIds)) {
    const money = transfer.isNew ? 'Capture the money, so that somebody else decides' : 'Somebody else has to decide';
    return `Its reference is the car number of another driver. ${money} it on Payment Clearance.`;
  }
  if (claim && (await replacedAmong(tx, [claim.id])).has(claim.id)) {
    return 'Another claim of this transaction ID was rejected, so somebody else has to decide it on Payment Clearance.';
  }
  // A cheque's payments are rejected when it bounces, by no decision on them.
  if (claim || transfer.mode === 'cheque' || !(await wasRejected(tx, transfer.transaction_id))) return null;
  return 'A claim with this transaction ID was rejected. Undo that on Payment Clearance, or capture the money and let somebody else decide on it.';
};

/**
 * Refuses to receive money to somebody with a hand in it or in its claim, with 409 `conflict` where
 * it differs from these, else with 403 `not_permitted`. That they saw the money is no hindrance
 * where all agrees.
 */
export const refuseDecisionAtDesk = async (tx: Tx, deciding: Deciding, { by, now }: MadeAtDesk): Promise<void> => {
  const { claim, transfer, driverIds } = deciding;
  const difference = await differenceOf(tx, deciding);
  const held = claim ? ((await readClaimCase(tx, claim.id)) ?? undefined) : undefined;
  const decided = { claim: held, money: [transfer], driverIds, isPlain: difference === null, isNew: transfer.isNew };
  const decides = { action: 'clearance.receive', subject: namedMoney(transfer) } as const;
  try {
    await refuseOwnDecision(tx, decided, decides, { by, now });
  } catch (error) {
    throw error instanceof Refusal && difference !== null ? refuse('conflict', difference) : error;
  }
};
