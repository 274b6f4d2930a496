import type { Page, PaymentRecord } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { owners } from '#domains/drivers';
import { type PaymentFilter, type PaymentTotals, pageOfPayments } from './list-payments.repo.ts';
import { presentPayment } from './payments.present.ts';

/** A page of payments with their drivers as they are now, and the filter's whole count and money. */
export const listPayments = async (
  db: Db,
  query: Page & PaymentFilter,
): Promise<PaymentTotals & { rows: PaymentRecord[] }> => {
  const { rows, ...totals } = await pageOfPayments(db, query, owners);
  return { ...totals, rows: rows.map(presentPayment) };
};
