import {
  type AuditAction,
  BY_ITSELF,
  isOfficeRole,
  isPermission,
  PERMISSIONS,
  permissionInWords,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { LateNotes } from '#db/late-notes.ts';
import type { Caller } from '#lib/caller.ts';
import { type Bound, insertAudit, insertAuditWithin, type NewAuditEntry } from './audit.repo.ts';

type Values = Record<string, unknown>;

export type AuditedChange = {
  action: AuditAction;
  subject: { kind: string; id: string; name: string };
  /** Values before and after; absent if made or removed. Never passwords, hashes or codes. */
  before?: Values;
  after?: Values;
};

/** The author of changes by a command on the server. */
export const SERVER = { accountId: null, login: 'server', requestId: '' };

/** The author of what the server does by itself; no username has a space. */
export const SERVER_ITSELF = { ...SERVER, login: BY_ITSELF };

const WORDS_OF_PERMISSIONS = new Set(PERMISSIONS.map(permissionInWords));
const SECRET = /password|secret|hash|token|setup_code/i;

const differing = (values: Values | undefined, other: Values | undefined): Values | null => {
  if (!values) return null;
  const kept = Object.entries(values).filter(([name, value]) => !other || !(name in other) || other[name] !== value);
  return Object.fromEntries(kept);
};

export const differ = (before: Values, after: Values): boolean =>
  Object.keys(differing(before, after) ?? {}).length > 0;

type Actor = Pick<Caller, 'login' | 'requestId'> & { accountId: string | null };

const entryOf = (actor: Actor, { action, subject, before, after }: AuditedChange, now: Date): NewAuditEntry => {
  const names = Object.keys({ ...before, ...after });
  // Of a role, `drivers.password_code`, or its words, says whether it may make codes.
  const secret = names.find((name) => SECRET.test(name) && !isPermission(name) && !WORDS_OF_PERMISSIONS.has(name));
  if (secret) throw new Error(`${action} would put ${secret} into the audit log`);
  const [was, is] = [differing(before, after), differing(after, before)];
  return {
    at: now,
    actor_id: actor.accountId,
    actor: actor.login,
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject: subject.name,
    before: was,
    after: is,
    request_id: actor.requestId,
  };
};

/**
 * Writes changes to the audit log by one statement in their transaction. A change with both sides
 * keeps only the values that differ. Throws when a value's name looks like a secret.
 */
export const auditAll = async (tx: Db, actor: Actor, changes: readonly AuditedChange[], now: Date): Promise<void> => {
  const entries = changes.map((change) => entryOf(actor, change, now));
  await insertAudit(tx, entries);
};

/** Writes one change to the audit log, as `auditAll` does. */
export const audit = (tx: Db, actor: Actor, change: AuditedChange, now: Date): Promise<void> =>
  auditAll(tx, actor, [change], now);

/** Writes a bounded entry, so that strangers cannot fill the log; unwritten ones cost the same. */
export const auditWithin = (
  db: Db,
  actor: Actor,
  change: AuditedChange,
  { now, ...bound }: Bound & { isWritten: boolean; now: Date },
): Promise<void> => insertAuditWithin(db, entryOf(actor, change, now), bound);

type Exported = { list: string; format: string; filter: Record<string, unknown>; rows: number };

/** Logs that staff or an auditor saved a list to a file, with the filter and the number of rows. */
export const exportNote =
  ({ notes, now }: { notes: LateNotes; now: () => Date }) =>
  async (caller: Caller, { list, format, filter, rows }: Exported): Promise<void> => {
    if (!isOfficeRole(caller.role)) return;
    const subject = { kind: 'list', id: list, name: list };
    const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
    const after = { format, rows, ...Object.fromEntries(given) };
    const at = now();
    await notes.keep({ action: 'lists.export', actor: caller.accountId, list, rows, at: at.toISOString() }, (db) =>
      audit(db, caller, { action: 'lists.export', subject, after }, at),
    );
  };
