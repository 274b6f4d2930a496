import type { Page, PaymentRecord } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { driversByIds } from '#domains/drivers';
import { type PaymentFilter, pageOfPayments } from './list-payments.repo.ts';
import { presentPayment } from './payments.present.ts';

/** A page of payments with their drivers, which are read for the page's rows only. */
export const listPayments = async (
  db: Db,
  query: Page & PaymentFilter,
): Promise<{ rows: PaymentRecord[]; count: number; amount?: string }> => {
  const { rows, ...totals } = await pageOfPayments(db, query);
  const drivers = await driversByIds(db, [...new Set(rows.map((row) => row.driver_id))]);
  const byId = new Map(drivers.map((driver) => [driver.id, driver]));
  return { ...totals, rows: rows.map((row) => presentPayment(row, byId.get(row.driver_id))) };
};
