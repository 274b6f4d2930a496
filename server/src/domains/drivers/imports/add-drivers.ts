import { driverCodeOf } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { createMemberAccounts } from '#domains/identity';
import { insertNewDrivers, nextSerials, putOnPlans } from './insert-drivers.repo.ts';
import type { LineDriver } from './reading/read-driver-line.ts';

type Added = { line: number; driver: LineDriver };

/**
 * Makes drivers of lines, each with a driver code and a member account without a password or a code for one, by a statement
 * for all of them. Gives the record numbers by the lines. Fails with the violated index where another driver has the car or
 * number of a line by then.
 */
export const addDriversOfLines = async (
  tx: Tx,
  lines: readonly Added[],
  { importId, now }: { importId: string; now: Date },
): Promise<ReadonlyMap<number, string>> => {
  if (lines.length === 0) return new Map();
  const serials = await nextSerials(tx, lines.length);
  const coded = lines.map((line, at) => ({ ...line, driver_code: driverCodeOf(serials[at] ?? 0) }));
  const accounts = await createMemberAccounts(tx, { logins: coded.map(({ driver_code }) => driver_code), now });
  const rows = coded.map(({ driver: { plan: _, registered_on, ...driver }, driver_code }) => ({
    ...driver,
    driver_code,
    account_id: accounts.get(driver_code) ?? '',
    registered_at: registered_on === null ? now : new Date(registered_on),
    // Days without the registration fee count for registrations alone (docs/product/drivers.md, rule 47).
    unpaid_since: null,
    is_fee_due: true,
    import_id: importId,
  }));
  const ids = await insertNewDrivers(tx, rows);
  const added = coded.map(({ line, driver, driver_code }) => ({
    line,
    id: ids.get(driver_code) ?? '',
    plan: driver.plan,
  }));
  const plans = added.flatMap(({ id, plan }) => (plan === null ? [] : [{ driver_id: id, plan }]));
  if (plans.length > 0) await putOnPlans(tx, plans);
  return new Map(added.map(({ line, id }) => [line, id]));
};
