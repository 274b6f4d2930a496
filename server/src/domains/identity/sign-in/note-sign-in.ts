import type { AuditAction } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { auditWithin } from '#domains/audit';
import { addressKey } from '#lib/address-key.ts';
import type { Account } from '../accounts/accounts.repo.ts';
import type { Origin } from './known-origin.ts';

/** The kind under which the audit log keeps sign-ins, apart from changes of the user. */
export const SIGN_IN = 'sign-in';

/** Entries of an account a day: strangers can bring refusals about, and a program can sign in all day. */
const A_DAY = { 'sign_in.accept': 100, 'sign_in.refuse': 20, 'sign_in.refuse_code': 20 } as const satisfies Partial<
  Record<AuditAction, number>
>;

type Noted = {
  action: keyof typeof A_DAY;
  /** Null for a login that nobody has: nothing is written then, at the same cost. */
  account: Pick<Account, 'id' | 'login'> | null;
  origin: Origin;
  values: Record<string, string | boolean>;
};

const startOfDay = (now: Date): Date => new Date(Math.floor(now.getTime() / 86_400_000) * 86_400_000);

const note = (db: Db, { action, account, origin, values }: Noted, now: Date): Promise<void> => {
  const { id, login } = account ?? { id: '0', login: '' };
  const subject = { kind: SIGN_IN, id, name: login };
  // Nobody has proved to be the user whose sign-in was refused.
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

/** Notes a refused password; nothing for a login that nobody has. */
export const noteRefused = (
  db: Db,
  { account, origin, why }: { account: Account | null; origin: Origin; why: string },
  now: Date,
): Promise<void> => note(db, { action: 'sign_in.refuse', account, origin, values: { why } }, now);

/** Notes a wrong code after the right password. Counted apart, so that wrong passwords of strangers cannot hide it. */
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
