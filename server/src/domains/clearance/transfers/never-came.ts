import { formatMoney, fromPesewas, type RefundStatus } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { lockDrivers } from '#domains/drivers';
import { type NewEntry, post } from '#domains/ledger';
import { clearedPayments, lockClaims, takersOf } from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { pluck, presentOf } from '#lib/values.ts';
import { changeHeldMoney } from './money-in-books.ts';
import { reversePayments, sumInPesewas } from './reverse-payments.ts';
import { lockTransfers } from './transfers.repo.ts';

type Made = { by: Author; now: Date; reason: string };

/** A refund that was paid of some money, or that was owed and settled with it. */
type PaidRefund = { id: string; driver_id: string | null; amount: string; recovered_from: string | null };

/** Refunds, as the domain that has them knows those of money that never came. */
export type RefundsOfMoney = {
  /** Locks them and gives those paid and not owed; can be refused while one is to be paid. */
  lockPaid: (tx: Tx, transferId: string, open?: 'refuse') => Promise<readonly PaidRefund[]>;
  /**
   * Has their drivers or payers owe them, once the money is unallocated again. Refused with 409
   * `conflict` where others were paid of the money before it was locked, or settled with it.
   */
  owe: (tx: Tx, money: { transferId: string; owed: readonly PaidRefund[] }, made: Made) => Promise<void>;
  /** The newest refund of a payment, or of the receipt whose first payment it is. */
  ofPayment: (db: Db, paymentId: string) => Promise<{ id: string; status: RefundStatus } | null>;
};

/** Money with all payments that it cleared and refunds that were paid of it, all locked. */
type Gone = { transferId: string; ids: readonly string[]; owed: readonly PaidRefund[] };

type Asked = { transferId: string; refunds: RefundsOfMoney; open?: 'refuse' };

/** Locks what money paid, the drivers of its payments and refunds, and the money. */
const lockPayments = async (tx: Tx, { transferId, ids, owed }: Gone): Promise<void> => {
  await lockClaims(tx, ids);
  const drivers = [...pluck(await takersOf(tx, [transferId]), 'driver_id'), ...pluck(owed, 'driver_id')];
  await lockDrivers(tx, presentOf(drivers));
  await lockTransfers(tx, [transferId]);
};

/**
 * Locks money that never came: its refunds, payments, their drivers, then itself. Nothing of them
 * may be locked before.
 */
export const lockGone = async (tx: Tx, { transferId, refunds, open }: Asked): Promise<Gone> => {
  const owed = await refunds.lockPaid(tx, transferId, open);
  const gone = { transferId, ids: await clearedPayments(tx, transferId), owed };
  await lockPayments(tx, gone);
  return gone;
};

/** A sentence about owed refunds, to be put behind another; empty without any. */
export const owedInWords = ({ owed }: Pick<Gone, 'owed'>): string =>
  owed.length === 0 ? '' : ` ${formatMoney(fromPesewas(sumInPesewas(owed)))} that was paid back is owed.`;

/**
 * Puts what was paid back of locked money back to it, has `end` take all of it out of the books,
 * and has it owed by its drivers or payers. Rule 8 of docs/product/refunds.md.
 */
export const owePaidBack = async (
  tx: Tx,
  { transferId, owed }: Pick<Gone, 'transferId' | 'owed'>,
  { refunds, end, ...made }: Made & { refunds: RefundsOfMoney; end: () => Promise<void> },
): Promise<void> => {
  const { reason } = made;
  const entries: NewEntry[] = [];
  for (const what of ['refund_owed', 'recovery_undone'] as const) {
    const back = sumInPesewas(
      owed.filter(({ recovered_from }) => (recovered_from === null) === (what === 'refund_owed')),
    );
    if (back === 0n) continue;
    entries.push(...(await changeHeldMoney(tx, { transferId, what, to: (held) => held + back, reason }, made)));
  }
  await end();
  await post(tx, entries, made);
  await refunds.owe(tx, { transferId, owed }, made);
};

/** Reverses all that locked money paid which never came; what was paid back of it is owed. */
export const reverseGone = async (
  tx: Tx,
  { ids, ...gone }: Gone,
  { refunds, inWords, ...made }: Made & { refunds: RefundsOfMoney; inWords?: string },
): Promise<number> => {
  let reversed = 0;
  const end = async () => {
    const { transferId } = gone;
    reversed = await reversePayments(tx, { ids, transferId }, { cause: 'never_came', inWords, ...made });
  };
  await owePaidBack(tx, gone, { ...made, refunds, end });
  return reversed;
};

/** Same with payments and money that are not locked. */
export const reverseNeverCame = async (
  tx: Tx,
  { ids, transferId }: { ids: readonly string[]; transferId: string },
  made: Made & { refunds: RefundsOfMoney },
): Promise<{ reversed: number; owed: Gone['owed'] }> => {
  const owed = await made.refunds.lockPaid(tx, transferId);
  const all = [...new Set([...ids, ...(await clearedPayments(tx, transferId))])];
  const gone = { transferId, ids: all, owed };
  // Without a refund the reversal locks them, and says who was first.
  if (owed.length > 0) await lockPayments(tx, gone);
  return { reversed: await reverseGone(tx, gone, made), owed };
};
