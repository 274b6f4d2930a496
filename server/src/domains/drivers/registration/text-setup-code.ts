import type { Tx } from '#db/database.ts';
import { passwordPage, SETUP_CODE_HOURS, welcomeOf } from '#domains/identity';
import { queueSms } from '#domains/messages';
import { readSite } from '#domains/site';
import type { DriverRow } from '../drivers.repo.ts';

/** A link, or the page's name on the site: short enough for one text with a company name of usual length. */
const howToSet = (code: string, origin: string | null): string =>
  origin === null
    ? `Your password code, good for ${SETUP_CODE_HOURS} hours: ${code}. Enter it on our website under Member sign-in.`
    : `Set your password within ${SETUP_CODE_HOURS} hours: ${passwordPage(origin, code)}`;

/** `isAnother` where the person has a car already. */
type Welcomed = {
  driver: DriverRow;
  setupCode: string;
  isAnother?: boolean;
  linksTo: string | null;
  now: Date;
};

/**
 * Texts a new member's driver code, and how to set a password, to their mobile once the transaction is through. It
 * repeats nothing that was entered: strangers can register any number, and would write to it in the company's name.
 */
export const textSetupCode = async (
  tx: Tx,
  { driver, setupCode, isAnother = false, linksTo, now }: Welcomed,
): Promise<void> => {
  const { company_name } = await readSite(tx);
  const whose = isAnother ? "your new car's" : 'welcome. Your';
  const text = `${company_name}: ${whose} driver code is ${driver.driver_code}. ${howToSet(setupCode, linksTo)}`;
  await queueSms(
    tx,
    { to: driver.mobile_number, subject: welcomeOf(driver.driver_code), text, hours: SETUP_CODE_HOURS },
    now,
  );
};
