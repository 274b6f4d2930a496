import { AUDIT_REACH, addDays, type Page } from '@banbo/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tables } from '#db/database.ts';

export type AuditRow = Selectable<Tables['audit_log']>;

export const insertAudit = async (db: Db, entry: Insertable<Tables['audit_log']>): Promise<void> => {
  await db.insertInto('audit_log').values(entry).execute();
};

export type AuditFilter = {
  actor?: string | undefined;
  action?: string | undefined;
  subject_kind?: string | undefined;
  subject_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const matching = (db: Db, { actor, action, subject_kind, subject_id, from, to }: AuditFilter) => {
  let entries = db.selectFrom('audit_log');
  if (actor !== undefined) entries = entries.where('actor', '=', actor.toLowerCase());
  if (action !== undefined) entries = entries.where('action', '=', action);
  if (subject_kind !== undefined) entries = entries.where('subject_kind', '=', subject_kind);
  if (subject_id !== undefined) entries = entries.where('subject_id', '=', subject_id);
  // Ghana is at UTC all year, so its days are UTC's.
  if (from !== undefined) entries = entries.where('at', '>=', new Date(from));
  if (to !== undefined) entries = entries.where('at', '<', new Date(addDays(to, 1)));
  return entries;
};

/** A page of a filter's entries, the newest first. Nothing beyond `AUDIT_REACH` is counted or walked to. */
export const pageOfAudit = async (db: Db, filter: AuditFilter, { page, size }: Page) => {
  const entries = matching(db, filter);
  const reached = entries.select('id').limit(AUDIT_REACH).as('reached');
  const { count } = await db
    .selectFrom(reached)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const offset = (page - 1) * size;
  const limit = Math.max(0, Math.min(size, AUDIT_REACH - offset));
  const rows =
    limit === 0
      ? []
      : await entries.selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute();
  return { rows, count: Number(count) };
};
