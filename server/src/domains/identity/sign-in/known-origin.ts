import { createHmac } from 'node:crypto';
import type { AuditAction } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { auditWithin } from '#domains/audit';
import { addressKey } from '#lib/address-key.ts';
import { hashSecret, newSecret } from '#lib/sealed.ts';
import type { Account } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import { RANK, type Rank } from '../passwords/password-hashing.ts';
import type { TokenKeys } from '../sessions/access-token.ts';
import {
  addressKnownTo,
  forgetAddresses,
  forgetDevices,
  knownDevice,
  knowsDevice,
  rememberAddress,
  rememberDevice,
} from './known-origin.repo.ts';

/** Devices that an account remembers, each with its count of wrong passwords. */
const DEVICES = 5;
const ADDRESSES = 5;

/**
 * The origin of a sign-in. `marks` come from the known-device cookie, the newest first: one for
 * each account of the browser. `former` is the browser's refresh token of the same kind of session,
 * which the new one replaces.
 */
export type Origin = {
  marks: readonly string[];
  userAgent: string;
  address: string;
  former?: string | undefined;
  requestId?: string;
};

/** `device` is the hash under which the account knows the device; null for an unknown one. */
export type Recognised = { device: string | null; rank: Rank };

/** The hash of the mark by which the account knows the device; null for an unknown one. */
export const recogniseDevice = (db: Db, accountId: string, marks: readonly string[]): Promise<string | null> =>
  knownDevice(db, accountId, marks.map(hashSecret));

/** True if one of these accounts has signed in on the device that has these marks. */
export const isDeviceOf = (db: Db, accountIds: readonly string[], marks: readonly string[]): Promise<boolean> =>
  knowsDevice(db, accountIds, marks.map(hashSecret));

/** Keyed, since trying all IPv4 addresses undoes a plain hash. */
const addressHash = (keys: TokenKeys, address: string): string =>
  createHmac('sha256', keys.logins)
    .update(`address ${addressKey(address)}`)
    .digest('hex');

/** Ranks a sign-in by how well the account knows its device and address. */
export const recognise = async (
  { db, keys }: Pick<IdentityDeps, 'db' | 'keys'>,
  accountId: string,
  { marks, address }: Origin,
): Promise<Recognised> => {
  const device = await recogniseDevice(db, accountId, marks);
  const knownTo = await addressKnownTo(db, accountId, addressHash(keys, address));
  if (device !== null || knownTo === 'own') return { device, rank: RANK.known };
  return { device, rank: knownTo === 'others' ? RANK.neighbour : RANK.stranger };
};

/**
 * Remembers the origin of a sign-in and answers the marks that the browser keeps from now on. A
 * mark that the account does not know is never remembered for it, since a stranger could have
 * chosen it: the device gets a new one.
 */
export const rememberOrigin = async (
  tx: Tx,
  keys: TokenKeys,
  { accountId, origin, now }: { accountId: string; origin: Origin; now: Date },
): Promise<string[]> => {
  const known = await recogniseDevice(tx, accountId, origin.marks);
  const mark = origin.marks.find((one) => hashSecret(one) === known) ?? newSecret();
  await rememberDevice(tx, { accountId, deviceHash: hashSecret(mark), keep: DEVICES, now });
  await rememberAddress(tx, { accountId, addressHash: addressHash(keys, origin.address), keep: ADDRESSES, now });
  return [mark, ...origin.marks.filter((one) => one !== mark)];
};

/** Forgets all of the account's devices and addresses. */
export const forgetOrigins = async (tx: Tx, accountId: string): Promise<void> => {
  await forgetDevices(tx, accountId);
  await forgetAddresses(tx, accountId);
};

/** The kind under which the audit log keeps sign-ins, apart from changes of the user. */
export const SIGN_IN = 'sign-in';

/** Entries a day of one account: strangers can cause refusals, and programs sign in all day. */
const A_DAY = { 'sign_in.accept': 100, 'sign_in.refuse': 20, 'sign_in.refuse_code': 20 } as const satisfies Partial<
  Record<AuditAction, number>
>;

type Noted = {
  action: keyof typeof A_DAY;
  /** Null for an unknown login: nothing is written, at the same cost. */
  account: Pick<Account, 'id' | 'login'> | null;
  origin: Origin;
  values: Record<string, string | boolean>;
};

const startOfDay = (now: Date): Date => new Date(Math.floor(now.getTime() / 86_400_000) * 86_400_000);

const note = (db: Db, { action, account, origin, values }: Noted, now: Date): Promise<void> => {
  const { id, login } = account ?? { id: '0', login: '' };
  const subject = { kind: SIGN_IN, id, name: login };
  // A refused sign-in proves no identity.
  const actor = { accountId: action === 'sign_in.accept' ? id : null, login, requestId: origin.requestId ?? '' };
  const after = { ...values, address: addressKey(origin.address) };
  const bound = { max: A_DAY[action], since: startOfDay(now), isWritten: account !== null, now };
  return auditWithin(db, actor, { action, subject, after }, bound);
};

/** Notes a sign-in of staff in the audit log, with how they proved who they are. */
export const noteAccepted = (
  db: Db,
  { account, origin, how, persist }: { account: Account; origin: Origin; how: string; persist: boolean },
  now: Date,
): Promise<void> => note(db, { action: 'sign_in.accept', account, origin, values: { how, trusted: persist } }, now);

/** Logs a refused password; nothing for an unknown login. */
export const noteRefused = (
  db: Db,
  { account, origin, why }: { account: Account | null; origin: Origin; why: string },
  now: Date,
): Promise<void> => note(db, { action: 'sign_in.refuse', account, origin, values: { why } }, now);

/** Notes a wrong code after the right password, apart, lest strangers' wrong passwords hide it. */
export const noteRefusedCode = (
  db: Db,
  { account, origin }: { account: Account; origin: Origin },
  now: Date,
): Promise<void> =>
  note(
    db,
    { action: 'sign_in.refuse_code', account, origin, values: { why: 'wrong code after the right password' } },
    now,
  );
