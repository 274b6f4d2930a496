import { holds, type LandReceiptRecord } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { decisionsOn } from '#domains/audit';
import { staffDirectory } from '#domains/identity';
import { landPaymentRows, paymentsOfReceipt, receiptOfLand } from '#domains/payments';
import { presentReceipt, textedAt } from '#domains/receipts';
import type { Caller } from '#lib/caller.ts';
import { pluck } from '#lib/values.ts';
import { hindranceToReverse } from '../transfers/hands-in-money.ts';
import type { RefundsOfMoney } from '../transfers/never-came.ts';
import { transfersById } from '../transfers/transfers.repo.ts';

type Looking = { by: Caller; now: Date };

/** A receipt with its payments and their money. Refused with 404 `not_found`. */
export const readLandReceipt = async (db: Db, number: string) => {
  const receipt = await receiptOfLand(db, number);
  const payments = await landPaymentRows(db, await paymentsOfReceipt(db, receipt.subject_id));
  const [first] = payments;
  if (!first) throw new Error(`Receipt ${number} is of no payment`);
  return { receipt, payments, first, transferId: first.transfer_id };
};

/** A receipt of the land side, by its number. Refused with 404 `not_found`. */
export const showLandReceipt = async (
  db: Db,
  { id, by, now }: Looking & { id: string },
  refunds: RefundsOfMoney,
): Promise<LandReceiptRecord> => {
  const { receipt, payments, first, transferId } = await readLandReceipt(db, id);
  const transferIds = transferId === null ? [] : [transferId];
  const asked = { money: await transfersById(db, transferIds), paymentIds: pluck(payments, 'id') };
  const mayVoid = receipt.status === 'issued' && holds(by, 'payments.reverse');
  const refund = await refunds.ofPayment(db, first.id);
  const { voided_by } = receipt;
  const voider = voided_by === null ? undefined : (await staffDirectory.named(db, [voided_by])).get(voided_by);
  return {
    ...presentReceipt(receipt),
    lines: receipt.lines,
    received_by: receipt.received_by,
    ...{ tenant_id: first.tenant_id, application_id: first.application_id, plot_id: first.plot_id },
    transfer_id: transferId,
    texted_at: (await textedAt(db, [receipt.number]))?.toISOString() ?? null,
    voided_at: receipt.voided_at?.toISOString() ?? null,
    voided_by: voider?.fullname ?? null,
    refund: refund && { id: refund.id, status: refund.status },
    void_hindrance: mayVoid ? await hindranceToReverse(db, asked, { by, now }) : null,
    history: await decisionsOn(db, { payments: asked.paymentIds, transfers: transferIds }),
  };
};
