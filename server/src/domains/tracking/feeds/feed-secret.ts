import { timingSafeEqual } from 'node:crypto';
import type { Feeds } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { StaffHolders } from '#domains/approvals';
import { audit } from '#domains/audit';
import { feedKeysNamed } from '#domains/devices';
import type { Caller } from '#lib/caller.ts';
import { gathered, keepLast } from '#lib/gather.ts';
import { withIsoDates } from '#lib/iso-dates.ts';
import { newSecret, secretDigest } from '#lib/sealed.ts';
import { rejectionsOf } from './rejections.repo.ts';
import { feedSecret, storeFeedSecret } from './reports.repo.ts';

/** Makes the feeds a secret, in the place of the former one; `by` is null for the server's own. */
export const makeFeedSecret = async (
  tx: Tx,
  { by, now }: { by: Caller | null; now: Date },
): Promise<{ message: string; secret: string }> => {
  const before = await feedSecret(tx);
  const secret = newSecret();
  await storeFeedSecret(tx, { secret_hash: secretDigest(secret), made_at: now, made_by: by?.accountId ?? null });
  const subject = { kind: 'feeds', id: 'feeds', name: 'Feeds of trackers' };
  const change = { before: { made: before ? 'before' : 'never' }, after: { made: 'now' } };
  if (by) await audit(tx, by, { action: 'feeds.secret', subject, ...change }, now);
  return { message: 'The feeds have a new secret. It is shown once.', secret };
};

/** Whether there is a secret, who made it when, and what was refused of late. */
export const showFeeds = async (db: Db, staff: Pick<StaffHolders, 'named'>, now: Date): Promise<Feeds> => {
  const secret = await feedSecret(db);
  const [name] = secret?.made_by ? [...(await staff.named(db, [secret.made_by])).values()] : [];
  return {
    ...{ secret_made_at: secret?.made_at.toISOString() ?? null, secret_made_by: name?.fullname ?? null },
    rejected: (await rejectionsOf(db, now)).map(withIsoDates),
  };
};

/** A change of the secret takes effect on every server within this time. */
const KEPT_MS = 5_000;
const LONGEST_SECRET = 200;
const LONGEST_NAME = 64;

type Deps = { db: Db; now: () => Date };

/** Checks the secrets of calls, by hashes alone. */
export const secretCheck = ({ db, now }: Deps) => {
  const kept = keepLast<Buffer | null>();
  const keyOf = gathered(async (names: readonly string[]) => {
    const keys = await feedKeysNamed(db, names);
    return names.map((name) => keys.get(name));
  }, 1);
  const read = async () => (await feedSecret(db))?.secret_hash ?? null;
  const matches = (given: Buffer, hash: Buffer | null | undefined): boolean =>
    hash != null && timingSafeEqual(given, hash);
  const isName = (text: string): boolean => text !== '' && text.length <= LONGEST_NAME;
  return {
    /** True for the company's secret. */
    isFeeds: async (given: string): Promise<boolean> => {
      if (given.length > LONGEST_SECRET) return false;
      return matches(secretDigest(given), await kept(String(Math.floor(now().getTime() / KEPT_MS)), read));
    },
    /** True for the key of the device itself. */
    isDevices: async (given: string, name: string): Promise<boolean> =>
      given.length <= LONGEST_SECRET && isName(name) && matches(secretDigest(given), await keyOf(name)),
    /** True for the IMEI, or the name in the feed, of a device on record. */
    isOnRecord: async (name: string): Promise<boolean> => isName(name) && (await keyOf(name)) !== undefined,
  };
};
