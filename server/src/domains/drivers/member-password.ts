import { MISSING_MEMBER_CAR, normalizeCarNumber } from '@banbo/contract';
import { type IdentityDeps, issueForgottenCode, setPassword } from '#domains/identity';
import { mayTextToday, queueSms } from '#domains/messages';
import { readSite } from '#domains/settings';
import { Refusal } from '#lib/refusal.ts';
import { findCurrentDriver } from './drivers.repo.ts';

/** A forgotten password's code is wanted at once, or not at all. */
const FORGOTTEN_HOURS = 1;
/** A new code replaces the one asked for before: a stranger who asks on and on must not take it from its owner's hands. */
const MINUTES_APART = 10;

/**
 * Sends the car's driver a code for a new password. Nothing tells the caller whether there is such a driver, whether a code
 * sent in the last ten minutes still has to do, or whether the number had its texts of the day. Refused with 400
 * `invalid_input` without a car number.
 */
export const sendForgottenPassword = async (deps: IdentityDeps, carNumber: string): Promise<void> => {
  if (normalizeCarNumber(carNumber) === '') throw new Refusal('invalid_input', MISSING_MEMBER_CAR);
  const now = deps.now();
  await deps.db.transaction().execute(async (tx) => {
    const driver = await findCurrentDriver(tx, { carNumber });
    if (!driver) return;
    const { account_id: accountId, mobile_number: to } = driver;
    // Before the new code: one that cannot be sent must not replace one that was.
    if (!(await mayTextToday(tx, to, now))) return;
    const lasting = { hours: FORGOTTEN_HOURS, minutesApart: MINUTES_APART };
    const code = await issueForgottenCode(tx, { accountId, ...lasting, now });
    if (code === null) return;
    const { company_name } = await readSite(tx);
    const text = `${company_name}: set a new password within an hour with this code: ${code}. If you did not ask for it, do nothing.`;
    await queueSms(tx, { to, text, hours: FORGOTTEN_HOURS }, now);
  });
};

/** A member's first or forgotten password. An unknown car is refused like a wrong code: 422 `refused`. */
export const setMemberPassword = async (
  deps: IdentityDeps,
  { carNumber, code, password, requestId }: { carNumber: string; code: string; password: string; requestId: string },
): Promise<void> => {
  const driver = await findCurrentDriver(deps.db, { carNumber });
  await setPassword(deps, { accountId: driver?.account_id ?? null, code, password, requestId });
};
