import {
  type CaseDecisionBody,
  formatMoney,
  fromPesewas,
  fullName,
  monthCode,
  networksOwnKey,
  toPesewas,
  transactionName,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { noteHands } from '#domains/approvals';
import { audit } from '#domains/audit';
import { lockDrivers, ownersById } from '#domains/drivers';
import {
  type Attempt,
  attemptOfId,
  type ClaimCase,
  driversIn,
  giveNetworksId,
  type HoldingPayment,
  heldInWords,
  judgeClaim,
  landClaim,
  lockClaims,
  nameOfFee,
  type PaymentPayer,
  paymentsOfTransaction,
  readClaimCase,
  settleAttempts,
  storeClaim,
  transitionPayments,
} from '#domains/payments';
import type { Author, Caller } from '#lib/caller.ts';
import { existing, noSuch, Refusal } from '#lib/refusal.ts';
import { clearWith, moneyLeft, refuseUnpaid } from '../transfers/clear-with.ts';
import { isPlain, refuseOwnDecision } from '../transfers/hands-in-money.ts';
import { matchTransfers } from '../transfers/match-transfers.ts';
import { paymentSubject } from '../transfers/money-subjects.ts';
import { owedInWords, type RefundsOfMoney, reverseNeverCame } from '../transfers/never-came.ts';
import { reversePayments } from '../transfers/reverse-payments.ts';
import {
  factsOfUsedMoney,
  lockTransfers,
  type Transfer,
  transfersById,
  transfersOfIds,
} from '../transfers/transfers.repo.ts';

const HELD = {
  submitted: 'A claim with this transaction ID waits. Decide on that one.',
  cleared:
    'A payment with this transaction ID was cleared without this money. Reverse it first, or set the money aside.',
} as const;

/**
 * Refuses to use money for another payment with 409 `conflict` while a payment with its transaction
 * ID has not used it. Gives the payments that use it, by part.
 */
export const refuseHeld = async (tx: Tx, transfer: Transfer): Promise<HoldingPayment[]> => {
  const holding = await paymentsOfTransaction(tx, transfer.transaction_id);
  const other = holding.find(({ transfer_id }) => transfer_id !== transfer.id);
  if (other) throw new Refusal('conflict', HELD[other.status]);
  return holding;
};

type Deciding = { claim: ClaimCase; body: CaseDecisionBody; by: Caller; now: Date };

const noMoney = ({ transaction_id }: ClaimCase): Refusal =>
  new Refusal('refused', `No money with the transaction ID ${transaction_id} was received yet. Capture it first.`);

const chosenMoney = async (tx: Tx, { claim, body }: Deciding): Promise<Transfer> => {
  const { transfer_id } = body;
  const [transfer] = transfer_id
    ? await transfersById(tx, [transfer_id])
    : await transfersOfIds(tx, [claim.transaction_id]);
  if (transfer) return transfer;
  throw transfer_id ? noSuch('receipt of money') : noMoney(claim);
};

/** The money that cleared the claim, or else that with its transaction ID. */
export const moneyOfClaim = async (db: Db, { transfer_id, transaction_id }: ClaimCase): Promise<Transfer | undefined> =>
  (transfer_id === null ? await transfersOfIds(db, [transaction_id]) : await transfersById(db, [transfer_id]))[0];

/**
 * Refuses a decision to somebody with a hand in the claim, in the money of its transaction ID, or
 * in that which was chosen.
 */
const refuseOwn = async (
  tx: Tx,
  { claim, by, now }: { claim: ClaimCase; by: Author; now: Date },
  action: 'clear' | 'credit' | 'reject' | 'award' | 'keep',
  chosen?: { transfer: Transfer; isPlain: boolean },
): Promise<void> => {
  // The change itself refuses one of another state, and says what became of it.
  const isOfCleared = claim.status === 'cleared' && (action === 'award' || action === 'keep');
  if (claim.status !== 'submitted' && !isOfCleared) return;
  const own = await moneyOfClaim(tx, claim);
  const isOther = chosen && chosen.transfer.id !== own?.id;
  const money = [...(own ? [own] : []), ...(isOther ? [chosen.transfer] : [])];
  const subject = { ...paymentSubject(claim.id), name: claim.transaction_id };
  const decided = { claim, money, isPlain: chosen?.isPlain ?? false };
  await refuseOwnDecision(tx, decided, { action: `payments.${action}`, subject }, { by, now });
};

/** The money's remainder as text; refuses an empty one. */
export const restOfMoney = async (tx: Tx, transfer: Transfer): Promise<string> => {
  const left = (await moneyLeft(tx, [transfer])).get(transfer.id) ?? 0n;
  if (left > 0n) return fromPesewas(left);
  throw new Refusal(
    'conflict',
    `The money of ${transactionName(transfer.transaction_id)} was used for another payment.`,
  );
};

/** Pesewas over the price, if it is known before the payment is cleared. */
const creditBeyond = ({ driver_id, amount_due }: ClaimCase, amount: string): bigint =>
  driver_id === null || amount_due === null ? 0n : toPesewas(amount) - toPesewas(amount_due);

/** Records the decision between the claimants of a transaction ID. */
const settle = (
  tx: Tx,
  { transaction_id: transactionId, ...payer }: Pick<ClaimCase, 'transaction_id' | 'driver_id' | 'tenant_id'>,
  now: Date,
): Promise<number> => settleAttempts(tx, { transactionId, payer, now });

const clear = async (tx: Tx, deciding: Deciding, change: 'clear' | 'credit'): Promise<string> => {
  const { claim, body, by, now } = deciding;
  const transfer = await chosenMoney(tx, deciding);
  refuseUnpaid(transfer);
  if (claim.key !== transfer.key) await refuseHeld(tx, transfer);
  if (claim.key !== transfer.key && networksOwnKey(claim.key) === networksOwnKey(transfer.key)) {
    await giveNetworksId(tx, claim.id, transfer.transaction_id);
  }
  const amount = body.amount ?? (claim.status === 'submitted' ? await restOfMoney(tx, transfer) : claim.amount);
  // Credit that completes the claim may be used until then.
  await lockDrivers(tx, driversIn([claim]));
  const plain = await isPlain(tx, { claim, transfer }, amount, now);
  await refuseOwn(tx, deciding, change, { transfer, isPlain: plain });
  const subjects = [paymentSubject(claim.id)];
  if (!plain) await noteHands(tx, [{ accountId: by.accountId, what: 'assigned', subjects }], now);
  const amounts = new Map([[claim.id, amount]]);
  await clearWith(tx, { transferId: transfer.id, amounts, change }, madeBy(deciding), () => settle(tx, claim, now));
  if (change === 'credit') return `${formatMoney(amount)} became the driver’s credit.`;
  const held = (await heldInWords(tx, [{ ...claim, amount }], now)).get(claim.id);
  if (held) return `Cleared. ${held}`;
  const credit = creditBeyond(claim, amount);
  const beyond = credit > 0n ? `, of which ${formatMoney(fromPesewas(credit))} became the driver’s credit` : '';
  return `Cleared: ${formatMoney(amount)}${beyond}.`;
};

const madeBy = ({ body: { reason }, by, now }: Deciding) => ({ by, now, ...(reason !== undefined && { reason }) });

const transitionOne = (tx: Tx, deciding: Deciding, change: 'reject' | 'undo') =>
  transitionPayments(tx, { ids: [deciding.claim.id], change, ...madeBy(deciding) });

/** Rejects a waiting claim. Refused as a decision is. */
export const rejectClaim = async (
  tx: Tx,
  { id, reason, by, now }: { id: string; reason: string | undefined; by: Author; now: Date },
): Promise<void> => {
  await lockClaims(tx, [id]);
  const claim = existing(await readClaimCase(tx, id), 'payment');
  await refuseOwn(tx, { claim, by, now }, 'reject');
  await transitionPayments(tx, { ids: [id], change: 'reject', by, now, ...(reason !== undefined && { reason }) });
};

const reverse = async (tx: Tx, deciding: Deciding, refunds: RefundsOfMoney): Promise<string> => {
  const { claim, body, by, now } = deciding;
  const { cause, reason } = body;
  if (!cause || !reason) throw new Error('A reversal has no cause or reason');
  const { id, transfer_id: transferId } = claim;
  if (transferId === null || cause === 'wrong_car') {
    await reversePayments(tx, { ids: [id], transferId }, { cause, reason, by, now });
    return transferId === null ? 'Reversed.' : 'Reversed. Its money waits to be matched again, by somebody else.';
  }
  const asked = { ids: [id], transferId };
  const { reversed, ...gone } = await reverseNeverCame(tx, asked, { reason, by, now, refunds });
  const all = reversed === 1 ? 'Reversed' : `All ${reversed} payments of this money are reversed`;
  return `${all}. The money is out of the books.${owedInWords(gone)}`;
};

/** Confirms a cleared payment although another driver claimed its transaction ID later. */
const keep = async (tx: Tx, deciding: Deciding): Promise<string> => {
  const { claim, body, by, now } = deciding;
  await refuseOwn(tx, deciding, 'keep');
  if (claim.reclaimed_at === null || (await settle(tx, claim, now)) === 0) {
    throw new Refusal('conflict', 'Nobody else’s claim of this transaction ID waits for a decision.');
  }
  const subject = { kind: 'payment', id: claim.id, name: claim.transaction_id };
  const { amount, amount_due, driver_id } = claim;
  const transfer = await moneyOfClaim(tx, claim);
  const after = {
    ...(transfer && factsOfUsedMoney(transfer)),
    ...{ amount, ...(driver_id !== null && { price: amount_due }), reason: body.reason ?? null },
  };
  await audit(tx, by, { action: 'payments.keep', subject, after }, now);
  return 'The payment stays cleared. The later claims are settled.';
};

const MERGED = 'The record of the other claimant has just been merged with another one. Please look at the case again.';

const isSamePayer = (one: PaymentPayer, other: PaymentPayer): boolean =>
  one.driver_id === other.driver_id && one.tenant_id === other.tenant_id;

/** The claim that an attempt becomes, and its claimant; a driver's is judged anew. */
const claimOfAttempt = async (tx: Tx, attempt: Attempt, now: Date) => {
  const { driver_id, amount, transaction_id } = attempt;
  if (driver_id === null) {
    const payment = await landClaim(tx, attempt, now);
    return { payment, facts: { payer: attempt.payer_name }, name: attempt.payer_name ?? '' };
  }
  const driver = (await ownersById(tx, [driver_id])).get(driver_id);
  if (!driver) throw new Error(`No driver ${driver_id}`);
  const { car_number, driver_code } = driver;
  const month = monthCode(attempt.payment_month);
  const claim = {
    ...{ car_number, driver_code, payment_type: attempt.type_code, amount, transaction_id },
    ...(attempt.payment_year !== null && { payment_year: attempt.payment_year }),
    ...(month !== null && { payment_month: month }),
  };
  const name = fullName(driver);
  return { payment: await judgeClaim(tx, claim, now), facts: { driver_code }, name };
};

/**
 * Rejects the claim, or reverses it if it was cleared, and stores the other claimant's claim of the
 * transaction ID, which is matched at once if possible.
 */
const award = async (tx: Tx, deciding: Deciding): Promise<string> => {
  const { claim, body, by, now } = deciding;
  const attempt = await attemptOfId(tx, body.attempt_id ?? '0');
  const { key } = claim;
  if (!attempt || attempt.key !== key || isSamePayer(attempt, claim)) throw noSuch('claimant');
  const transfers = await transfersOfIds(tx, [attempt.transaction_id]);
  await refuseOwn(tx, deciding, 'award');
  const wasCleared = claim.status === 'cleared';
  // The reversal has locked the books, so everything that both changes lock is locked before the
  // other claim is cleared.
  await lockDrivers(tx, driversIn([claim, attempt]));
  // A merge moves what other claimants sent without locking this claim.
  if ((await attemptOfId(tx, attempt.id))?.driver_id !== attempt.driver_id) throw new Refusal('conflict', MERGED);
  const money = transfers.map((transfer) => transfer.id);
  await lockTransfers(tx, claim.transfer_id === null ? money : [...money, claim.transfer_id]);
  if (wasCleared) {
    const asked = { ids: [claim.id], transferId: claim.transfer_id };
    const reason = body.reason ?? '';
    await reversePayments(tx, asked, { cause: 'wrong_car', reason, by, now, isAwarded: true });
  }
  if (!wasCleared) await transitionOne(tx, deciding, 'reject');
  const { payment, ...claimant } = await claimOfAttempt(tx, attempt, now);
  // It takes the place of the claim, also beside further payments of the money.
  const { id } = await storeClaim(tx, { ...payment, part: 1 });
  const subject = { kind: 'payment', id, name: attempt.transaction_id };
  const [received] = transfers;
  const after = {
    ...{
      ...claimant.facts,
      fee: nameOfFee(attempt),
      amount_claimed: attempt.amount,
      ...(attempt.driver_id !== null && { price: payment.amount_due ?? null }),
    },
    ...(received && factsOfUsedMoney(received)),
    ...{ instead_of: claim.id, reason: body.reason ?? null },
  };
  await audit(tx, by, { action: 'payments.award', subject, after }, now);
  await settle(tx, attempt, now);
  const subjects = [claim.id, id].map(paymentSubject);
  await noteHands(tx, [{ accountId: by.accountId, what: 'assigned', subjects }], now);
  const setOffBy = `the decision of ${by.login} between two claimants`;
  const matched = await matchTransfers(tx, money, { now, isDecided: true, setOffBy });
  const end = [...matched.values()].includes(id) ? 'was cleared' : 'waits now';
  return `The claim was ${wasCleared ? 'reversed' : 'rejected'}, and that of ${claimant.name} ${end}.`;
};

/**
 * Carries out a decision on a claim, and describes the result in a sentence. Refused with 404
 * `not_found`; with 422 `refused` for money that did not come; with 403 `not_permitted` for
 * somebody with a hand in the claim or its money; and as clearing, rejecting and reversing are.
 */
export const decideCase = async (
  tx: Tx,
  { id, body, by, now }: { id: string; body: CaseDecisionBody; by: Caller; now: Date },
  refunds: RefundsOfMoney,
): Promise<string> => {
  // A reversal may lock more payments than this one, in their order.
  if (body.decision !== 'reverse') await lockClaims(tx, [id]);
  const claim = existing(await readClaimCase(tx, id), 'payment');
  const deciding = { claim, body, by, now };
  switch (body.decision) {
    case 'clear':
    case 'credit':
      return clear(tx, deciding, body.decision);
    case 'reject':
      await rejectClaim(tx, { id, reason: body.reason, by, now });
      return 'Rejected. The driver sees the reason.';
    case 'undo':
      await transitionOne(tx, deciding, 'undo');
      return 'The rejection is undone. The claim waits again.';
    case 'reverse':
      return reverse(tx, deciding, refunds);
    case 'award':
      return award(tx, deciding);
    case 'keep':
      return keep(tx, deciding);
    case 'note': {
      const subject = { kind: 'payment', id, name: claim.transaction_id };
      await audit(tx, by, { action: 'payments.note', subject, after: { reason: body.reason ?? '' } }, now);
      return 'The note is saved.';
    }
  }
};
