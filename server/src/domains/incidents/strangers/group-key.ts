import { createHmac } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { feesOfPerson } from '#domains/drivers';
import { addressKey, siteKey } from '#lib/address-key.ts';
import { SITE_LENGTH } from './queue.repo.ts';

/** The marks of a stranger's call that are the same in one sender's calls. */
type Look = { driverId: string | null; address?: string; text?: string };

/** Gives the key of a stranger's call, by which its queue groups it. */
export type GroupKeys = (db: Db, look: Look) => Promise<string>;

/**
 * Makes the keys of groups: of the address, then of the hour in which the driver registered and the
 * text. They are keyed by the server's secret, since trying all addresses undoes a plain hash. A
 * call without an address shares none with another group.
 */
export const groupKeys =
  (secret: string): GroupKeys =>
  async (db, { driverId, address = '', text = '' }) => {
    const [first] = driverId === null ? [] : await feesOfPerson(db, driverId);
    const hour = first?.registered_at.toISOString().slice(0, 13) ?? '';
    const words = text.toLowerCase().replaceAll(/[^a-z]+/g, ' ');
    const site = address === '' ? '' : (siteKey(address) ?? addressKey(address));
    const part = (of: string): string =>
      createHmac('sha256', secret).update(`stranger\n${of}`).digest('hex').slice(0, SITE_LENGTH);
    const look = `${hour}\n${words}`;
    return `${part(site === '' ? `no address\n${look}` : `site\n${site}`)}${part(`look\n${look}`)}`;
  };
