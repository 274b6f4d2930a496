import { MISSING_PAYMENT_TYPE, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { rulesOfType } from '#domains/prices';
import { refusalAt } from '#lib/refusal.ts';
import type { PaymentPayer } from '../payer.repo.ts';
import type { NewPayment } from '../payments.repo.ts';
import { keepAttempt } from './claims.repo.ts';

/** A fee of the land side: for whom, the payment type, and how much. */
export type LandFee = Omit<PaymentPayer, 'driver_id'> & {
  zone_id: string | null;
  type_code: string;
  amount: string;
  /** The price less what was paid of it before; null without one. */
  amount_due?: string | null;
};

/**
 * A payment of the land side to store, dated with today in Accra. Refused with 400 `invalid_input`
 * for a payment type that only drivers pay, or that is not there.
 */
export const landClaim = async (
  db: Db,
  fee: LandFee & { transaction_id: string; claimed_network?: string | null },
  now: Date,
): Promise<NewPayment & { period: 'once' | 'monthly' | 'any' }> => {
  const [type] = (await rulesOfType(fee.type_code).execute(db)).rows;
  if (!type || type.side === 'drivers' || type.period === 'monthly')
    throw refusalAt('invalid_input', 'payment_type', MISSING_PAYMENT_TYPE);
  const day = today(now);
  return {
    ...{ tenant_id: fee.tenant_id, application_id: fee.application_id, plot_id: fee.plot_id, zone_id: fee.zone_id },
    ...{ tenancy_id: fee.tenancy_id, payer_name: fee.payer_name, payer_details: fee.payer_details },
    ...{ payer_number: fee.payer_number, type_code: fee.type_code, period: type.period, amount: fee.amount },
    ...{ amount_due: fee.amount_due ?? null, transaction_id: fee.transaction_id },
    ...{ claimed_network: fee.claimed_network ?? null, transaction_date: day, waiting_since: day, created_at: now },
  };
};

/**
 * Keeps a tenant's claim of a taken ID for staff, outside the refused transaction: beside each of
 * `ids`, the IDs of all networks' money that have it.
 */
export const keepLandAttempt = async (
  db: Db,
  { amount_due: _, ...fee }: LandFee & { claimed_network: string | null },
  { ids, address, now }: { ids: readonly string[]; address: string; now: Date },
): Promise<void> => {
  const attempt = { ...fee, payment_year: null, payment_month: null, address };
  for (const transaction_id of ids) {
    await keepAttempt(db, { ...attempt, transaction_id, attempted_on: today(now), first_at: now, last_at: now });
  }
};
