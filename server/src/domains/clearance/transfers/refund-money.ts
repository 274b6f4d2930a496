import {
  formatMoney,
  fromPesewas,
  isDoubted,
  type Permission,
  reversalInWords,
  transactionName,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { groupsOf, paymentsOfTransaction, transitionPayments } from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { moneyLeft, refuseDoubted, refuseUnpaid } from './clear-with.ts';
import { refuseOwnRecovery } from './hands-in-money.ts';
import { waysOfNotComing } from './held-money.repo.ts';
import { postCorrection } from './money-in-books.ts';
import { sumInPesewas } from './reverse-payments.ts';
import { lockTransfers, reopenMoney, type Transfer, transfersById, transfersOfIds } from './transfers.repo.ts';

type Made = { by: Author; now: Date };
type Part = { transferId: string; pesewas: bigint; reason: string };

/** Refuses a refund of money that a statement which covers its day does not show. */
const refuseMissing = ({ missing_since, transaction_id }: Transfer): void => {
  if (missing_since === null) return;
  const name = transactionName(transaction_id);
  throw new Refusal('conflict', `A statement of that day does not show ${name}, so it is not given back.`);
};

/** Refuses to pay money out that is doubted, missing on a statement, or never came. */
export const refusePayout = async (tx: Tx, transferId: string): Promise<void> => {
  await lockTransfers(tx, [transferId]);
  const transfer = existing((await transfersById(tx, [transferId]))[0], 'receipt of money');
  refuseDoubted(transfer);
  refuseMissing(transfer);
  if (!(await waysOfNotComing(tx, [transferId])).has(transferId)) return;
  const name = transactionName(transfer.transaction_id);
  throw new Refusal('conflict', `The money of ${name} never came, so it is not paid back. Withdraw the refund.`);
};

/** Those of this money that a statement doubts, or lacks for its day. */
export const unsureMoney = async (db: Db, transferIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const transfers = await transfersById(db, transferIds);
  return new Set(
    pluck(
      transfers.filter((transfer) => isDoubted(transfer) || transfer.missing_since !== null),
      'id',
    ),
  );
};

/** Locks money and gives what is left of it in pesewas; refuses money that waits or has ended. */
export const lockLeftMoney = async (tx: Tx, transferId: string): Promise<bigint> => {
  await lockTransfers(tx, [transferId]);
  return (await leftMoney(tx, transferId)).left;
};

/** Money and what is left of it in pesewas; refuses money that waits or has ended. */
export const leftMoney = async (db: Db, transferId: string): Promise<{ transfer: Transfer; left: bigint }> => {
  const transfer = existing((await transfersById(db, [transferId]))[0], 'receipt of money');
  refuseUnpaid(transfer);
  refuseDoubted(transfer);
  refuseMissing(transfer);
  return { transfer, left: (await moneyLeft(db, [transfer])).get(transferId) ?? 0n };
};

/** Takes what is to be refunded of money that nobody uses. Refused with 409 `conflict`. */
export const takeMoney = async (tx: Tx, { transferId, pesewas, reason }: Part, made: Made): Promise<void> => {
  const left = await lockLeftMoney(tx, transferId);
  if (pesewas > left) {
    const [is, asked] = [left, pesewas].map((sum) => formatMoney(fromPesewas(sum)));
    throw new Refusal('conflict', `${is} is left of this money, so ${asked} cannot be given back.`);
  }
  await postCorrection(tx, { transferId, what: 'refunded', to: (held) => held - pesewas, reason }, made);
};

/**
 * Puts money back that was to be refunded: it is unallocated again, and true; of money that never
 * came it leaves the books. `book` posts the refund's part.
 */
export const putBackMoney = async (
  tx: Tx,
  { transferId, pesewas, reason }: Part,
  { book, ...made }: Made & { book: () => Promise<void> },
): Promise<boolean> => {
  await lockTransfers(tx, [transferId]);
  const isThere = !(await waysOfNotComing(tx, [transferId])).has(transferId);
  await postCorrection(tx, { transferId, what: 'refund_withdrawn', to: (held) => held + pesewas, reason }, made);
  await book();
  if (!isThere) await postCorrection(tx, { transferId, what: 'never_came', to: () => 0n, reason }, made);
  return isThere;
};

/**
 * Reverses a payment whose money is to be refunded, with all that its receipt is for, and takes
 * that part of its money. Refused with 409 `conflict` where it comes to another sum.
 */
export const takePayment = async (
  tx: Tx,
  { paymentId, transferId, pesewas, reason }: Part & { paymentId: string },
  { by, now }: Made,
): Promise<void> => {
  const said = reversalInWords('given_back', reason);
  const ids = (await groupsOf(tx, [paymentId])).get(paymentId) ?? [paymentId];
  const asked = { ids, change: 'give_back', by, reason: said, now } as const;
  const { changed } = await transitionPayments(tx, asked, async () => {
    await reopenMoney(tx, [transferId]);
    const transfer = existing((await transfersById(tx, [transferId]))[0], 'receipt of money');
    refuseDoubted(transfer);
    refuseMissing(transfer);
  });
  if (sumInPesewas(changed) !== pesewas)
    throw new Refusal('conflict', 'The payment changed meanwhile. Please ask again.');
  const returned = sumInPesewas(changed.filter(({ from_unallocated }) => !from_unallocated));
  const to = (held: bigint): bigint => held - pesewas;
  await postCorrection(tx, { transferId, what: 'refunded', to, returned, reason: said }, { by, now });
};

/** `needs` is the permission of those who settle what is owed of the refund. */
type Recovering = { transactionId: string; pesewas: bigint; reason: string; needs: Permission };

/**
 * Takes what is owed of a refund out of money that nobody uses, and gives its id. Refused with 404
 * `not_found`, with 403 `not_permitted` to somebody with a hand in the money, and with 409
 * `conflict` where less is left or a payment waits for it.
 */
export const recoverFrom = async (
  tx: Tx,
  { transactionId, pesewas, reason, needs }: Recovering,
  { by, now }: Made,
): Promise<string> => {
  const [found] = await transfersOfIds(tx, [transactionId]);
  const { id } = existing(found, 'receipt of money');
  if ((await paymentsOfTransaction(tx, transactionId)).some(({ status }) => status === 'submitted'))
    throw new Refusal('conflict', `A claim waits for the money of ${transactionName(transactionId)}.`);
  await lockTransfers(tx, [id]);
  const { transfer, left } = await leftMoney(tx, id);
  await refuseOwnRecovery(tx, transfer, needs, { by, now });
  if (left < pesewas) {
    const [is, owed] = [left, pesewas].map((sum) => formatMoney(fromPesewas(sum)));
    throw new Refusal('conflict', `${is} of this money is left, and ${owed} is owed.`);
  }
  await postCorrection(tx, { transferId: id, what: 'recovered', to: (held) => held - pesewas, reason }, { by, now });
  return id;
};
