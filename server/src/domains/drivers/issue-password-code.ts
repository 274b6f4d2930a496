import { formatPhone } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { issueSetupCode, passwordCodeOf, SETUP_CODE_HOURS, welcomeOf } from '#domains/identity';
import { queueSms, takeBackSms, wordsFor } from '#domains/messages';
import { readSite } from '#domains/site';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { lockDriver } from './drivers.repo.ts';

/** Tells the driver, who may not be the person at the counter. The text holds no code. */
const tellDriver = async (tx: Tx, to: string, now: Date): Promise<void> => {
  const { company_name: company, mobile_numbers } = await readSite(tx);
  const words = await wordsFor(tx, 'code_made');
  const text = words({ company, phone: formatPhone(mobile_numbers[0] ?? '') });
  await queueSms(tx, { to, text, hours: SETUP_CODE_HOURS, isCode: true }, now);
};

/**
 * Makes a new code for a current driver's member account, in place of all others, for staff to hand over. Only this
 * answer shows it in readable form; the audit log names its author, and where texts are sent, the driver gets one.
 * Refused with 404 `not_found`, and with 409 `conflict` for a removed driver, who cannot sign in.
 */
export const issuePasswordCode = async (
  tx: Tx,
  { caller, id, now, textsAreSent }: { caller: Caller; id: string; now: Date; textsAreSent: boolean },
): Promise<string> => {
  const driver = await lockDriver(tx, id);
  if (!driver) throw new Refusal('not_found', 'There is no such driver.');
  if (driver.removed_at) throw new Refusal('conflict', 'This driver was removed, and cannot sign in.');
  const code = await issueSetupCode(tx, { accountId: driver.account_id, kind: 'member', now });
  const subjects = [welcomeOf(driver.driver_code), passwordCodeOf(driver.driver_code)];
  await takeBackSms(tx, { to: driver.mobile_number, subjects });
  if (textsAreSent) await tellDriver(tx, driver.mobile_number, now);
  const subject = { kind: 'driver', id, name: driver.driver_code };
  await audit(tx, caller, { action: 'drivers.password_code', subject }, now);
  return code;
};
