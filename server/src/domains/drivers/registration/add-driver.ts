import { driverCodeOf, type PlanSlug } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { createMemberAccount } from '#domains/identity';
import { firstFee } from '#domains/prices';
import { type DriverWithPlans, insertDriver, type NewDriver, nextSerial } from '../drivers.repo.ts';
import { putOnPlan } from '../plans/plans.repo.ts';

export type Registered = {
  driver: DriverWithPlans;
  /** Sets the member's first password; readable only here. */
  setupCode: string;
  /** The code of the payment type that a driver pays first, or null. */
  firstType: string | null;
};

/** The parts of a new driver record that nobody enters. */
export type Issued = { accountId: string; driverCode: string; photo: string | null; now: Date };

/**
 * Adds a driver record with its member account, driver code and plan from this month on. `rowOf` makes the row of what it is
 * issued.
 */
export const addDriver = async (
  tx: Tx,
  { plan, photo, now }: { plan: PlanSlug | undefined; photo: string | null; now: Date },
  rowOf: (issued: Issued) => NewDriver,
): Promise<Registered> => {
  const driverCode = driverCodeOf(await nextSerial(tx));
  const { accountId, setupCode } = await createMemberAccount(tx, { login: driverCode, now });
  const driver = await insertDriver(tx, rowOf({ accountId, driverCode, photo, now }));
  const plans = plan ? [{ plan, from: driver.registered_on.slice(0, 7) }] : [];
  for (const one of plans) await putOnPlan(tx, driver.id, one);
  const firstType = (await firstFee(tx))?.type_code ?? null;
  return { driver: { ...driver, plans }, setupCode, firstType };
};
