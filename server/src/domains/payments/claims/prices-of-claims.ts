import { type PlanSlug, planIn, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Subject } from '#domains/approvals';
import { driversById, planSubject } from '#domains/drivers';
import { priceSubject } from '#domains/prices';
import { driversIn } from '../payer.repo.ts';

/** A claim's fee, and when it came. */
export type PricedClaim = {
  driver_id: string | null;
  type_code: string;
  payment_year: number | null;
  payment_month: number | null;
  created_at: Date;
};

/** The records that decide what each claim costs, in which a hand counts since the claim came. */
export const pricesOfClaims = async (
  db: Db,
  claims: readonly PricedClaim[],
): Promise<(claim: PricedClaim) => Subject[]> => {
  const drivers = await driversById(db, driversIn(claims));
  const plans = new Map(drivers.map((driver) => [driver.id, driver.plans]));
  return ({ driver_id, type_code, payment_year, payment_month, created_at: since }) => {
    const year = payment_year ?? Number(today(since).slice(0, 4));
    const price = (plan: PlanSlug | null) => ({ ...priceSubject({ year, type_code, plan }), since });
    if (payment_month === null) return [price(null)];
    const month = `${year}-${String(payment_month).padStart(2, '0')}`;
    if (driver_id === null) return [price(null)];
    const begun = (plans.get(driver_id) ?? []).filter(({ from }) => from <= month);
    const changes = begun.map(({ from }) => ({ ...planSubject(driver_id, from), since }));
    return [price(null), price(planIn(begun, month)), ...changes];
  };
};
