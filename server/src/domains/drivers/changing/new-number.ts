import { formatPhone } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { passwordCodeOf, SETUP_CODE_HOURS, welcomeOf, withdrawSetupCodes } from '#domains/identity';
import { queueSms, takeBackSms } from '#domains/messages';
import { readSite } from '#domains/site';
import type { DriverRow } from '../drivers.repo.ts';
import { isNumberOfAnother } from './changes.repo.ts';

/**
 * Cuts a driver's former mobile number off: it may be a stranger's, typed by mistake. Codes that went there end, texts that
 * wait for it are withdrawn, and where texts are sent it is told, so that nobody's number is changed behind their back. The
 * text says nothing of the driver. Where another car of the person keeps the number, only this car's codes end.
 */
export const leaveNumber = async (
  tx: Tx,
  {
    id,
    account_id,
    driver_code,
    mobile_number,
  }: Pick<DriverRow, 'id' | 'account_id' | 'driver_code' | 'mobile_number'>,
  { now, textsAreSent }: { now: Date; textsAreSent: boolean },
): Promise<void> => {
  await withdrawSetupCodes(tx, account_id);
  if (await isNumberOfAnother(tx, id, mobile_number)) {
    // The person's other car keeps the number, so it is told nothing but loses this car's codes.
    const subjects = [welcomeOf(driver_code), passwordCodeOf(driver_code)];
    await takeBackSms(tx, { to: mobile_number, subjects });
    return;
  }
  await takeBackSms(tx, { to: mobile_number });
  if (!textsAreSent) return;
  const { company_name, mobile_numbers } = await readSite(tx);
  const phone = formatPhone(mobile_numbers[0] ?? '');
  const text = `${company_name}: our office no longer has this number for you. If you did not ask for that, call ${phone}.`;
  await queueSms(tx, { to: mobile_number, text, hours: SETUP_CODE_HOURS }, now);
};
