import { formatPhone } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { SETUP_CODE_HOURS, withdrawSetupCodes } from '#domains/identity';
import { queueSms, takeBackSms } from '#domains/messages';
import { readSite } from '#domains/site';
import type { DriverRow } from '../drivers.repo.ts';

const mailFormerAddress = async (tx: Tx, to: string, now: Date): Promise<void> => {
  const { company_name, mobile_numbers } = await readSite(tx);
  const phone = formatPhone(mobile_numbers[0] ?? '');
  const text = `${company_name}: our office no longer has this number for you. If you did not ask for that, call ${phone}.`;
  await queueSms(tx, { to, text, hours: SETUP_CODE_HOURS }, now);
};

/**
 * Cuts the former mobile numbers of all current cars of a person off, whose rows are those of before: such a number may be a
 * stranger's, typed by mistake. Codes that went there end, texts that wait for it are withdrawn, and where texts are sent it is told once, so that
 * nobody's number is changed behind their back. The text says nothing of the driver.
 */
export const leaveNumbers = async (
  tx: Tx,
  cars: readonly Pick<DriverRow, 'account_id' | 'mobile_number'>[],
  { now, textsAreSent }: { now: Date; textsAreSent: boolean },
): Promise<void> => {
  for (const { account_id } of cars) await withdrawSetupCodes(tx, account_id);
  for (const to of new Set(cars.map(({ mobile_number }) => mobile_number))) {
    await takeBackSms(tx, { to });
    if (textsAreSent) await mailFormerAddress(tx, to, now);
  }
};
