import type { Tx } from '#db/database.ts';
import { SETUP_CODE_HOURS } from '#domains/identity';
import { queueSms } from '#domains/messages';
import { readSite } from '#domains/settings';
import type { DriverRow } from './drivers.repo.ts';

/**
 * Sends a new member's driver code and setup code to their mobile, once the transaction is through. Nothing in it is of
 * what was typed: anybody may register any number, and would write to it in the company's name.
 */
export const textSetupCode = async (
  tx: Tx,
  { driver, setupCode, now }: { driver: DriverRow; setupCode: string; now: Date },
): Promise<void> => {
  const { company_name } = await readSite(tx);
  const text =
    `${company_name}: welcome. Your driver code is ${driver.driver_code}. ` +
    `Your code to set a password is ${setupCode}, good for ${SETUP_CODE_HOURS} hours.`;
  await queueSms(tx, { to: driver.mobile_number, text, hours: SETUP_CODE_HOURS }, now);
};
