import { formatDay, fullName, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { LateNotes } from '#db/late-notes.ts';
import { audit } from '#domains/audit';
import { makeHtml } from '#domains/documents';
import { ownDriver } from '#domains/payments';
import type { KeptSite } from '#domains/site';
import type { FileStore } from '#integrations/files/file-store.ts';
import type { Caller } from '#lib/caller.ts';
import { gatherPersonalData, type PersonalData, personalSections } from './personal-sections.ts';

export type PersonalDataDeps = { db: Db; notes: LateNotes; files: FileStore; now: () => Date; site: KeptSite };

export type PersonalDataFile = { name: string; html: string };

const fileOf = async (data: PersonalData, { site, now }: PersonalDataDeps): Promise<PersonalDataFile> => {
  const { company_name, email } = await site.read();
  const { driver, photo } = data;
  const name = fullName(driver);
  const html = makeHtml({
    title: `Your data at ${company_name}`,
    lead: `All that we hold of ${name}, ${driver.driver_code}, as of ${formatDay(today(now()))}. To have something corrected or erased, write to ${email}.`,
    ...(photo && { picture: { jpeg: photo, alt: `Photo of ${name}` } }),
    sections: personalSections(data),
  });
  return { name: `${driver.driver_code}-personal-data.html`, html };
};

const gather = ({ db, files, now }: PersonalDataDeps, driverId: string): Promise<PersonalData> =>
  gatherPersonalData({ db, files, now: now() }, driverId);

/**
 * Makes the file of a driver's data for staff to hand over, and writes to the audit log that they did. Refused with 404
 * `not_found`.
 */
export const giveOutPersonalData = async (
  deps: PersonalDataDeps,
  caller: Caller,
  driverId: string,
): Promise<PersonalDataFile> => {
  const data = await gather(deps, driverId);
  const subject = { kind: 'driver', id: data.driver.id, name: data.driver.driver_code };
  const at = deps.now();
  const about = { action: 'drivers.give_out', actor: caller.accountId, driver: subject.id, at: at.toISOString() };
  await deps.notes.keep(about, (db) => audit(db, caller, { action: 'drivers.give_out', subject }, at));
  return fileOf(data, deps);
};

/** Makes the file of a member's own data; refused with 404 `not_found` where the account has no current driver. */
export const ownPersonalData = async (deps: PersonalDataDeps, { accountId }: Caller): Promise<PersonalDataFile> =>
  fileOf(await gather(deps, (await ownDriver(deps.db, accountId)).id), deps);
