import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { noContact } from './change-contact.ts';
import { lockContact, setContactDriver } from './contact.repo.ts';
import { CONTACT_NOUN } from './contact-changes.ts';
import { type Directories, idsIn } from './directories.ts';

type Linking = { id: string; driverId: string | null; by: Caller; now: Date };

/** Says which driver a message is from, or that it is from none. Refused with 404 `not_found`, 422 `refused` without the driver. */
export const linkDriver = async (
  tx: Tx,
  { id, driverId, by, now }: Linking,
  driversNamed: Directories['driversNamed'],
): Promise<string> => {
  const message = await lockContact(tx, id);
  if (!message) throw noContact();
  const drivers = await driversNamed(tx, idsIn([driverId, message.driver_id]));
  const codeOf = (driver: string | null): string | null => drivers.get(driver ?? '')?.driver_code ?? null;
  const [was, is] = [codeOf(message.driver_id), codeOf(driverId)];
  if (driverId !== null && is === null) throw new Refusal('refused', 'There is no such driver.');
  if (driverId === message.driver_id) return 'Nothing has changed.';
  await setContactDriver(tx, id, driverId);
  const subject = { kind: CONTACT_NOUN, id, name: message.reference };
  const change = { action: 'contact.link', subject, before: { driver_code: was }, after: { driver_code: is } } as const;
  await audit(tx, by, change, now);
  return is === null ? 'The message is from no driver.' : `The message is from ${is}.`;
};
