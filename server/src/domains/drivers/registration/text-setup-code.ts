import type { Tx } from '#db/database.ts';
import { passwordPage, SETUP_CODE_HOURS, welcomeOf } from '#domains/identity';
import { queueSms, wordsFor } from '#domains/messages';
import { readSite } from '#domains/site';
import type { DriverRow } from '../drivers.repo.ts';

/** `isAnother` where the person has a car already. `isHeld` until the driver's first payment, or until staff let it go. */
type Welcomed = {
  driver: DriverRow;
  setupCode: string;
  isAnother?: boolean;
  isHeld?: boolean;
  linksTo: string | null;
  now: Date;
};

type Welcoming = Omit<Required<Welcomed>, 'now' | 'isHeld'> & { company: string };

/** With a link, or with the code where the product's address is not known. */
const textOf = async (tx: Tx, { driver, setupCode, isAnother, linksTo, company }: Welcoming): Promise<string> => {
  const common = { company, driver_code: driver.driver_code, hours: String(SETUP_CODE_HOURS) };
  if (linksTo === null) {
    return (await wordsFor(tx, isAnother ? 'another_car_code' : 'welcome_code'))({ ...common, code: setupCode });
  }
  const link = passwordPage(linksTo, setupCode);
  return (await wordsFor(tx, isAnother ? 'another_car' : 'welcome'))({ ...common, link });
};

/**
 * Texts a new member's driver code, and how to set a password, to their mobile once the transaction is through. It
 * repeats nothing that was entered: strangers can register any number, and would write to it in the company's name.
 */
export const textSetupCode = async (
  tx: Tx,
  { driver, setupCode, isAnother = false, isHeld = false, linksTo, now }: Welcomed,
): Promise<void> => {
  const { company_name: company } = await readSite(tx);
  const text = await textOf(tx, { driver, setupCode, isAnother, linksTo, company });
  const subject = welcomeOf(driver.driver_code);
  const kind = { isCode: isAnother, heldFor: isHeld ? driver.id : null };
  await queueSms(tx, { to: driver.mobile_number, subject, text, hours: SETUP_CODE_HOURS, ...kind }, now);
};
