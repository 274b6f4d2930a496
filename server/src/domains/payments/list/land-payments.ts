import {
  formatReceiptNumber,
  type LandPayment,
  type LandPaymentRecord,
  landPaymentList,
  NO_RECEIPT,
  ownLandPaymentList,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { decisionsOn } from '#domains/audit';
import { receiptsOfRecords } from '#domains/receipts';
import { existing, Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { paymentsOfReceipt } from '../payments.repo.ts';
import { paymentReceipt, type ReadLetterhead } from '../receipts/receipt-of-payment.ts';
import {
  isPaymentOfTenant,
  type LandPaymentRow,
  landPaymentRows,
  landPaymentsSql,
  ownLandPaymentsSql,
} from './land-payments.repo.ts';

const presentRows = async (rows: readonly LandPaymentRow[], db: Db): Promise<LandPayment[]> => {
  const leads = rows.map(({ id, received_with }) => received_with ?? id);
  const receipts = await receiptsOfRecords(db, { ids: [...new Set(leads)] });
  const numbers = new Map(receipts.map(({ subject_id, number }) => [subject_id, formatReceiptNumber(number)]));
  return rows.map(({ id, received_with, type_code, amount, payer_name, payer_details, ...row }) => ({
    ...{ id, payer_name: payer_name ?? '', payer_details: payer_details ?? '' },
    ...{ tenant_id: row.tenant_id, application_id: row.application_id, plot_id: row.plot_id },
    ...{ tenancy_id: row.tenancy_id, payment_type: type_code, transaction_date: row.transaction_date },
    ...{ transaction_id: row.transaction_id, mode: row.mode, amount_paid: amount },
    ...{ status: row.status, status_reason: row.status_reason },
    receipt: numbers.get(received_with ?? id) ?? null,
  }));
};

export const landPaymentsSource = listSource(landPaymentList, landPaymentsSql, presentRows);

/** The payments of one tenant; the scope is the tenant's id. */
export const ownLandPaymentsSource = listSource(ownLandPaymentList, ownLandPaymentsSql, presentRows);

/** One payment for land, or 404 `not_found`. */
export const showLandPayment = async (db: Db, id: string): Promise<LandPaymentRecord> => {
  const row = existing((await landPaymentRows(db, [id]))[0], 'payment');
  const [payment] = await presentRows([row], db);
  if (!payment) throw new Error(`Payment ${id} was not presented`);
  const group = await landPaymentRows(db, await paymentsOfReceipt(db, row.received_with ?? id));
  return {
    ...payment,
    created_at: row.created_at.toISOString(),
    transfer_id: row.transfer_id,
    together: group.map(({ id: one, type_code, amount }) => ({
      id: one,
      payment_type: type_code,
      amount_paid: amount,
    })),
    history: await decisionsOn(db, {
      payments: pluck(group, 'id'),
      transfers: row.transfer_id === null ? [] : [row.transfer_id],
    }),
  };
};

/** The receipt of a tenant's own payment; another's is refused as unknown. */
export const ownLandReceipt = async (
  db: Db,
  { tenantId, paymentId }: { tenantId: string; paymentId: string },
  letterhead: ReadLetterhead,
) => {
  if (!(await isPaymentOfTenant(db, { id: paymentId, tenantId }))) throw new Refusal('not_found', NO_RECEIPT);
  return paymentReceipt(db, paymentId, letterhead);
};
