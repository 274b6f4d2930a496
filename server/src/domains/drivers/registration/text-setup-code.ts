import type { Tx } from '#db/database.ts';
import { passwordPage, SETUP_CODE_HOURS, WELCOME } from '#domains/identity';
import { queueSms, wordsFor } from '#domains/messages';
import { readSite } from '#domains/site';
import type { DriverRow } from '../drivers.repo.ts';

type Welcoming = { driver: DriverRow; setupCode: string; linksTo: string | null; company: string };

/** With a link, or with the code where the product's address is not known. */
const textOf = async (tx: Tx, { driver, setupCode, linksTo, company }: Welcoming): Promise<string> => {
  const common = { company, driver_code: driver.driver_code, hours: String(SETUP_CODE_HOURS) };
  if (linksTo === null) return (await wordsFor(tx, 'welcome_code'))({ ...common, code: setupCode });
  return (await wordsFor(tx, 'welcome'))({ ...common, link: passwordPage(linksTo, setupCode) });
};

/**
 * Texts a new member's driver code, and how to set a password, to their mobile once the transaction is through. It
 * repeats nothing that was entered: strangers can register any number, and would write to it in the company's name.
 */
export const textSetupCode = async (
  tx: Tx,
  { driver, setupCode, linksTo, now }: { driver: DriverRow; setupCode: string; linksTo: string | null; now: Date },
): Promise<void> => {
  const { company_name: company } = await readSite(tx);
  const text = await textOf(tx, { driver, setupCode, linksTo, company });
  await queueSms(tx, { to: driver.mobile_number, subject: WELCOME, text, hours: SETUP_CODE_HOURS }, now);
};
