import type { Db, Tx } from '#db/database.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import type { Author } from '#lib/caller.ts';
import { deleteExpiredSetupCodes, withdrawSetupCodes } from '../passwords/setup-codes.repo.ts';
import { issueSetupCode } from '../passwords/setup-codes.ts';
import { permissionsNow } from '../roles/role-permissions.ts';
import { forgetCodeCounts } from '../second-factor/second-factor.repo.ts';
import { CODES_COUNTED_DAYS } from '../second-factor/use-code.ts';
import { deleteExpiredSessions, deleteSessions } from '../sessions/sessions.repo.ts';
import { forgetOldAddresses, forgetOldDevices } from '../sign-in/known-origin.repo.ts';
import { forgetOrigins } from '../sign-in/known-origin.ts';
import { forgetUnknownLogins } from '../sign-in/login-counts.repo.ts';
import { COUNTED_MINUTES } from '../sign-in/sign-in.ts';
import { clearCounters } from '../users/users.repo.ts';
import { type Account, accountById, insertAccount, insertAccounts, isGood } from './accounts.repo.ts';

type Status = Account['status'];
type Row = { id: string; status: Status; login: string; token_epoch: number };

/** Does something with each account in turn. */
const each = (work: (tx: Tx, id: string) => Promise<void>) => async (tx: Tx, rows: readonly Row[]) => {
  for (const { id } of rows) await work(tx, id);
};

/** Ends all sessions and codes of the account. */
const shutOut = async (tx: Tx, id: string): Promise<void> => {
  await deleteSessions(tx, id);
  await withdrawSetupCodes(tx, id);
};

/** Access tokens hold the state of an account and become invalid with it. */
const endTokens = ({ token_epoch }: Row) => ({ token_epoch: token_epoch + 1 });
const common = { from: ['active', 'blocked'], needs: 'own', action: null, set: endTokens } as const;

const CHANGES = {
  block: { ...common, to: 'blocked', effect: each(shutOut) },
  unblock: { ...common, to: 'active', effect: each(clearCounters) },
  delete: {
    ...common,
    to: 'deleted',
    set: (row) => ({ ...endTokens(row), password_hash: null }),
    effect: each(async (tx, id) => {
      await shutOut(tx, id);
      await forgetOrigins(tx, id);
    }),
  },
} as const satisfies Record<string, StateChange<Status, Row>>;

const accounts: Stateful<Status, Row, keyof typeof CHANGES> = {
  table: 'accounts',
  columns: ['login', 'token_epoch'],
  noun: 'account',
  nameOf: ({ login }) => login,
  became: { active: 'is active', blocked: 'is blocked', deleted: 'was deleted' },
  changes: CHANGES,
  audit: auditAll,
};

/** Blocks, readmits or deletes an account. Callers check the author and write the audit log. */
export const changeAccount = async (tx: Tx, change: keyof typeof CHANGES, id: string): Promise<void> => {
  // None of these changes keeps its moment.
  await transition(tx, accounts, { ids: [id], change, by: null, now: new Date() });
};

/** Shuts a member out: ends sessions and codes. The password stays in case the member returns. */
export const closeMemberAccount = async (tx: Tx, accountId: string): Promise<void> => {
  await changeAccount(tx, 'block', accountId);
  await forgetOrigins(tx, accountId);
};

/** Reopens a member's account; one without a password sets it with a code. */
export const reopenMemberAccount = (tx: Tx, accountId: string): Promise<void> =>
  changeAccount(tx, 'unblock', accountId);

/** Creates a driver's account and its first code, of 24 hours. `login` is the driver code. */
export const createMemberAccount = async (
  tx: Tx,
  { login, now }: { login: string; now: Date },
): Promise<{ accountId: string; setupCode: string }> => {
  const accountId = await insertAccount(tx, { kind: 'member', login: login.toUpperCase(), role: 'Member', now });
  return { accountId, setupCode: await issueSetupCode(tx, { accountId, kind: 'member', now }) };
};

/**
 * Creates accounts for existing customers without passwords and codes: they ask for a code when
 * they first sign in. `logins` are driver codes; gives the accounts by them.
 */
export const createMemberAccounts = (
  tx: Tx,
  { logins, now }: { logins: readonly string[]; now: Date },
): Promise<ReadonlyMap<string, string>> => insertAccounts(tx, { kind: 'member', role: 'Member', logins, now });

/** Closes a member's account and deletes its password; the driver keeps pointing at it. */
export const eraseMemberAccount = (tx: Tx, accountId: string): Promise<void> => changeAccount(tx, 'delete', accountId);

/** The present account of an author; null when it is blocked, deleted or over. */
export const findAuthor = async (db: Db, accountId: string, now: Date): Promise<Omit<Author, 'requestId'> | null> => {
  const account = await accountById(db, accountId);
  if (!account || !isGood(account, now)) return null;
  const { role, login } = account;
  return { accountId, role, permissions: await permissionsNow(db, role), login };
};

const MINUTE = 60_000;
const DAY = 86_400_000;
/** The lifetime of the device's cookie. */
const DEVICE_DAYS = 365;
/** Short, because addresses move to other people. */
const ADDRESS_DAYS = 30;
/** Kept long enough to tell the holder of an expired code that it expired. */
const EXPIRED_CODE_DAYS = 30;

/**
 * Deletes expired sessions, setup codes some time after they expire, outdated counts of unknown
 * logins and wrong codes, and devices and addresses without a recent sign-in.
 */
export const clearOldAccess = async (db: Db, now: Date): Promise<void> => {
  await deleteExpiredSessions(db, now);
  await deleteExpiredSetupCodes(db, new Date(now.getTime() - EXPIRED_CODE_DAYS * DAY));
  await forgetUnknownLogins(db, new Date(now.getTime() - COUNTED_MINUTES * MINUTE));
  await forgetCodeCounts(db, new Date(now.getTime() - CODES_COUNTED_DAYS * DAY));
  await forgetOldAddresses(db, new Date(now.getTime() - ADDRESS_DAYS * DAY));
  await forgetOldDevices(db, new Date(now.getTime() - DEVICE_DAYS * DAY));
};
