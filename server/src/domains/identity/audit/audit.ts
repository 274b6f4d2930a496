import type { AuditAction } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Caller } from '#lib/caller.ts';
import { accountById } from '../accounts/accounts.repo.ts';
import { insertAudit } from './audit.repo.ts';

type Values = Record<string, unknown>;

export type AuditedChange = {
  action: AuditAction;
  /** The changed record: its kind, its id and its name as people know it. */
  subject: { kind: string; id: string; name: string };
  /** The values before and after; absent for a record that was made or removed. Never passwords, hashes or codes. */
  before?: Values;
  after?: Values;
};

/** The author of changes by a command on the server. */
export const SERVER = { accountId: null, login: 'server', requestId: '' };

const SECRET = /password|secret|hash|token|setup_code/i;

const differing = (values: Values | undefined, other: Values | undefined): Values | null => {
  if (!values) return null;
  const kept = Object.entries(values).filter(([name, value]) => !other || !(name in other) || other[name] !== value);
  return Object.fromEntries(kept);
};

/** True when some value differs. */
export const differ = (before: Values, after: Values): boolean =>
  Object.keys(differing(before, after) ?? {}).length > 0;

/**
 * Writes a change to the audit log, in the change's own transaction. If both sides are given, only the values that
 * differ are kept. Throws when a value's name says that it is a secret.
 */
export const audit = async (
  tx: Db,
  caller: Pick<Caller, 'login' | 'requestId'> & { accountId: string | null },
  { action, subject, before, after }: AuditedChange,
  now: Date,
): Promise<void> => {
  const secret = Object.keys({ ...before, ...after }).find((name) => SECRET.test(name));
  if (secret) throw new Error(`${action} would put ${secret} into the audit log`);
  const [was, is] = [differing(before, after), differing(after, before)];
  await insertAudit(tx, {
    at: now,
    actor_id: caller.accountId,
    actor: caller.login,
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject: subject.name,
    before: was && JSON.stringify(was),
    after: is && JSON.stringify(is),
    request_id: caller.requestId,
  });
};

/** Records that a staff user set their own password. This log does not record members' and tenants' own acts. */
export const auditOwnPassword = async (tx: Db, accountId: string, requestId: string, now: Date): Promise<void> => {
  const account = await accountById(tx, accountId);
  if (account?.kind !== 'staff') return;
  const subject = { kind: 'user', id: accountId, name: account.login };
  await audit(tx, { accountId, login: account.login, requestId }, { action: 'users.set_password', subject }, now);
};
