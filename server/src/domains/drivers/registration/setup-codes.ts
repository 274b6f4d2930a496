import { addDays, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { issueSetupCode, passwordCodeOf, passwordPage, SETUP_CODE_HOURS, welcomeOf } from '#domains/identity';
import { areWelcomesReleased, queueSms, takeBackSms, wordsFor } from '#domains/messages';
import { officePhone, readSite } from '#domains/site';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { type DriverRow, lockDriver } from '../drivers.repo.ts';
import { countRegisteredSingly, registrationsByDay } from '../search/list-drivers.repo.ts';

/** `isHeld`: the text waits for the first payment, or for staff to release it. */
type Welcomed = {
  driver: DriverRow;
  setupCode: string;
  isAnother?: boolean;
  isHeld?: boolean;
  linksTo: string | null;
  now: Date;
};

type Welcoming = Omit<Required<Welcomed>, 'now' | 'isHeld'> & { company: string };

/** The text has a link, or the code if the product's address is not set. */
const textOf = async (tx: Tx, { driver, setupCode, isAnother, linksTo, company }: Welcoming): Promise<string> => {
  const common = { company, driver_code: driver.driver_code, hours: String(SETUP_CODE_HOURS) };
  if (linksTo === null) {
    return (await wordsFor(tx, isAnother ? 'another_car_code' : 'welcome_code'))({ ...common, code: setupCode });
  }
  const link = passwordPage(linksTo, setupCode);
  return (await wordsFor(tx, isAnother ? 'another_car' : 'welcome'))({ ...common, link });
};

/**
 * Texts a new member's driver code, and how to set a password, once the transaction commits. The
 * text repeats nothing that was entered: strangers can register any number, and could write to it
 * in the company's name.
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

/** The number of days that define the usual count. */
const DAYS = 28;
/** A day has too many registrations above this many times the usual count. */
const TIMES = 4;
/** A day's count that is never too many, so that a small or new office can grow. */
const FEW = 50;

/**
 * The median of the last days' registrations: one day's import or a short flood does not move it.
 */
const usualOf = (counts: ReadonlyMap<string, number>, day: string): number =>
  Array.from({ length: DAYS }, (_, ago) => counts.get(addDays(day, -1 - ago)) ?? 0).sort((a, b) => a - b)[DAYS / 2] ??
  0;

/**
 * True while far more drivers have registered today than usual and staff have not released the
 * day's texts. Then the welcomes of strangers' registrations are held, as each text costs money,
 * and each address has a small share of the day.
 * Reads totals, at the same cost for any number of drivers; only if these are too many, counts the
 * day's drivers without those of an import.
 */
export const isFlooded = async (tx: Tx, now: Date): Promise<boolean> => {
  const day = today(now);
  const counts = await registrationsByDay(tx, { from: addDays(day, -DAYS), to: day });
  const most = Math.max(FEW, TIMES * usualOf(counts, day));
  if ((counts.get(day) ?? 0) <= most || (await areWelcomesReleased(tx, day))) return false;
  return (await countRegisteredSingly(tx, day, most + 1)) > most;
};

/** Texts the driver about a new code, without the code: another person may have asked for it. */
const tellDriver = async (tx: Tx, to: string, now: Date): Promise<void> => {
  const site = await readSite(tx);
  const words = await wordsFor(tx, 'code_made');
  const text = words({ company: site.company_name, phone: officePhone(site) });
  await queueSms(tx, { to, text, hours: SETUP_CODE_HOURS, isCode: true }, now);
};

/**
 * Makes a new code for a current driver's member account, in place of all others, for staff to hand
 * over. Only this answer shows the code; the audit log names its author, and where texts are sent,
 * the driver gets one. Refused with 404 `not_found`, and with 409 `conflict` for a removed driver.
 */
export const issuePasswordCode = async (
  tx: Tx,
  { caller, id, now, textsAreSent }: { caller: Caller; id: string; now: Date; textsAreSent: boolean },
): Promise<string> => {
  const driver = await lockDriver(tx, id);
  if (driver.removed_at) throw new Refusal('conflict', 'This driver was removed, and cannot sign in.');
  const code = await issueSetupCode(tx, { accountId: driver.account_id, kind: 'member', now });
  const subjects = [welcomeOf(driver.driver_code), passwordCodeOf(driver.driver_code)];
  await takeBackSms(tx, { to: driver.mobile_number, subjects });
  if (textsAreSent) await tellDriver(tx, driver.mobile_number, now);
  const subject = { kind: 'driver', id, name: driver.driver_code };
  await audit(tx, caller, { action: 'drivers.password_code', subject }, now);
  return code;
};
