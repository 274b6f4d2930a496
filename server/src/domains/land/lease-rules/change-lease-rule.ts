import { LAND_USE_LABELS, type LeaseRuleChange } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { refusalAt } from '#lib/refusal.ts';
import { lockedYears, setYears } from './lease-rules.repo.ts';

/**
 * Changes a longest term; tenancies that there are keep theirs. Refused with 409 `conflict` where
 * it is no longer what the change was made from.
 */
export const changeLeaseRule = async (
  tx: Tx,
  { body: { former_years, ...rule }, by, now }: { body: LeaseRuleChange; by: Caller; now: Date },
): Promise<string> => {
  const { is_citizen, land_use, max_years } = rule;
  const present = await lockedYears(tx, rule);
  const name = `${LAND_USE_LABELS[land_use]}, ${is_citizen ? 'citizens' : 'non-citizens'}`;
  if (present === max_years) return `${name}: the longest term is ${max_years} years already.`;
  if (present !== former_years)
    throw refusalAt('conflict', 'max_years', `Changed meanwhile. It is now ${present} years.`);
  await setYears(tx, rule);
  const subject = { kind: 'lease_rule', id: `${is_citizen ? 'citizen' : 'non_citizen'}_${land_use}`, name };
  await audit(
    tx,
    by,
    { action: 'lease_rules.change', subject, before: { years: present }, after: { years: max_years } },
    now,
  );
  return `${name}: the longest term is ${max_years} years.`;
};
