import { formatMoney, fromPesewas, holds, type PayerSide, toPesewas, transactionName } from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { type Approvers, askApproval, defineApproval, refuseWhileWaiting } from '#domains/approvals';
import { audit } from '#domains/audit';
import { recoverFrom } from '#domains/clearance';
import { keptRecord } from '#domains/drivers';
import { post } from '#domains/ledger';
import { forgiveDebt, lockCredit } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { existing, notPermitted, Refusal } from '#lib/refusal.ts';
import { REFUND_SIDES } from './refund-sides.ts';
import { lockRefundedMoney, SOURCES } from './refund-sources.ts';
import { lockRefund, type Refund, refundOfSide, setSettled } from './refunds.repo.ts';
import { entryOfWriteOff } from './refunds-in-books.ts';

type Settling = { id: string; side: PayerSide; by: Caller; now: Date };

/** Locks a side's refund that is owed back. Refused with 409 `conflict` for another one. */
const lockOwed = async (tx: Tx, id: string, side: PayerSide): Promise<Refund> => {
  const refund = existing(await lockRefund(tx, id, side), 'refund');
  if (refund.owed_at !== null && refund.settled_at === null) return refund;
  throw new Refusal(
    'conflict',
    refund.owed_at === null ? 'This refund is not owed back.' : 'What was owed is settled.',
  );
};

const subjectOf = ({ id, amount }: Pick<Refund, 'id' | 'amount'>) => ({
  kind: 'refund',
  id,
  name: formatMoney(amount),
});

/**
 * Settles what somebody who is no driver owes, with money that they paid. Rule 11 of
 * docs/product/refunds.md. Refused with 404 `not_found`, 403 `not_permitted` to somebody with a
 * hand in the money, and 409 `conflict` where less of it is left, or nothing is owed.
 */
export const recoverRefund = async (
  tx: Tx,
  { id, side, by, now }: Settling,
  transactionId: string,
): Promise<string> => {
  const refund = await lockOwed(tx, id, side);
  if (refund.driver_id !== null)
    throw new Refusal('conflict', 'The driver owes this. Place the money for the driver: it pays that first.');
  const reason = `What was owed of refund ${id}`;
  const recovered_from = await recoverFrom(
    tx,
    { transactionId, pesewas: toPesewas(refund.amount), reason, needs: REFUND_SIDES[side].refund },
    { by, now },
  );
  await setSettled(tx, [id], { settled_at: now, recovered_from });
  const after = { amount: refund.amount, transaction_id: transactionId };
  await audit(tx, by, { action: 'refunds.recover', subject: subjectOf(refund), after }, now);
  return `The ${formatMoney(refund.amount)} is settled with ${transactionName(transactionId)}.`;
};

/** The part of an amount that is owed while the driver's credit is below zero, in pesewas. */
export const owedBelowZero = (amount: string, credit: bigint): bigint => {
  const debt = credit < 0n ? -credit : 0n;
  return debt < toPesewas(amount) ? debt : toPesewas(amount);
};

/**
 * The part still owed in pesewas, as the driver's money may have paid some; with the driver whose
 * credit it is in, null for a payer who is none.
 */
const stillOwed = async (
  tx: Tx,
  { driver_id, amount }: Refund,
): Promise<{ pesewas: bigint; driverId: string | null }> => {
  if (driver_id === null) return { pesewas: toPesewas(amount), driverId: null };
  const driverId = await keptRecord(tx, driver_id);
  const pesewas = owedBelowZero(amount, await lockCredit(tx, driverId));
  if (pesewas === 0n) throw new Refusal('conflict', 'The driver has paid what was owed.');
  return { pesewas, driverId };
};

const AskedWriteOff = z.strictObject({ amount: z.string(), reason: z.string() });

const writeOffOf = (side: PayerSide) =>
  defineApproval({
    kind: REFUND_SIDES[side].writeOffApproval,
    input: AskedWriteOff,
    apply: async (tx, { subjectId: id, input: { amount, reason }, askedBy, by, now }) => {
      const refund = await lockOwed(tx, id, side);
      const { pesewas, driverId } = await stillOwed(tx, refund);
      const owed = fromPesewas(pesewas);
      if (owed !== amount) throw new Refusal('conflict', `${formatMoney(owed)} is owed now. Please ask for it again.`);
      await setSettled(tx, [id], { settled_at: now, written_off: amount });
      const after = { amount, reason, asked_by: askedBy.login };
      await audit(tx, by, { action: 'refunds.write_off', subject: subjectOf(refund), after }, now);
      const entry = entryOfWriteOff({ id, driver_id: driverId, written_off: amount, settled_at: now });
      const book = () => post(tx, [entry], { by, now });
      if (driverId === null) await book();
      else await forgiveDebt(tx, { driverId, pesewas, book }, { by, now });
      return { message: `${formatMoney(amount)} is written off.` };
    },
    lock: (tx, id) => lockRefundedMoney(tx, id, side),
    handsIn: async (db, id) => {
      const refund = existing(await refundOfSide(db, id, side), 'refund');
      return SOURCES[refund.source].handsIn(db, refund);
    },
  });

/** Writing off what is owed of each side's refunds, which another person approves. */
export const writeOffApprovals = { drivers: writeOffOf('drivers'), land: writeOffOf('land') } as const;

/** Asks that what is owed of a refund be written off, as `recoverRefund` refuses. */
export const askToWriteOff = async (
  tx: Tx,
  { id, side, by, now }: Settling,
  { reason, staff }: Approvers & { reason: string },
): Promise<string> => {
  const { writeOff, writeOffApproval } = REFUND_SIDES[side];
  if (!holds(by, writeOff)) throw notPermitted();
  await refuseWhileWaiting(tx, writeOffApproval, id);
  const refund = await lockOwed(tx, id, side);
  const amount = fromPesewas((await stillOwed(tx, refund)).pesewas);
  const changes = [{ field: 'Owed back', before: formatMoney(amount), after: 'Written off' }];
  const subject = { id, name: `${formatMoney(amount)} owed of refund ${id}` };
  const asked = await askApproval(
    tx,
    writeOffApprovals[side],
    { subject, input: { amount, reason }, changes, reason, by, now },
    staff,
  );
  return asked.message;
};
