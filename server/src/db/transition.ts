import { type AuditAction, holds, type Permission } from '@banbo/contract';
import { sql } from 'kysely';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import type { Tables, Tx } from './database.ts';

/** A row of the table of allowed changes: from which states to which one. */
export type StateChange<State extends string, Row> = {
  from: readonly State[];
  to: State;
  /** The permission of whoever makes it. The server's own jobs need none. */
  needs: Permission;
  /** Its name in the audit log. */
  action: AuditAction;
  /** Does what follows from it in the same transaction. The rows are those of before the change, in the order of ids. */
  effect?: (tx: Tx, rows: readonly Row[], now: Date) => Promise<void>;
};

type Audited = {
  action: AuditAction;
  subject: { kind: string; id: string; name: string };
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/** Records that have states, named by participles (`cleared`), and the changes between them that are allowed. */
export type Stateful<State extends string, Row extends { id: string; status: State }, Change extends string> = {
  /** A table with the columns `id`, `status` and `status_reason`. */
  table: keyof Tables;
  columns: readonly (string & keyof Row)[];
  /** One record in plain words: `payment`. Also its kind in the audit log. */
  noun: string;
  /** How people call a record. */
  nameOf: (row: Row) => string;
  /** The result of each state, in words: `was cleared`. */
  became: Record<State, string>;
  changes: Record<Change, StateChange<State, Row>>;
  audit: (tx: Tx, by: Caller, changes: readonly Audited[], now: Date) => Promise<void>;
};

export type Transition<Change extends string> = {
  ids: readonly string[];
  change: Change;
  /** The author of the change; null for the server's own jobs, which leave nothing in the audit log. */
  by: Caller | null;
  /** Why, in a sentence. */
  reason?: string;
  /** Leaves out records that are in another state or that another transaction holds, instead of refusing or waiting. */
  skipOthers?: boolean;
  now: Date;
};

const refuseState = <State extends string, Row extends { id: string; status: State }>(
  { noun, nameOf, became }: Stateful<State, Row, string>,
  row: Row,
  to: State,
): Refusal => {
  const subject = `The ${noun} ${nameOf(row)}`;
  const message =
    row.status === to ? `${subject} was already ${to}.` : `${subject} ${became[row.status]}, so it cannot be ${to}.`;
  return new Refusal('conflict', message);
};

/**
 * Changes the state of records: locks them in the order of their ids, so that no two transitions wait for each other in a
 * circle, checks the states that they come from, updates, writes the audit log and does the change's effect. Gives the rows
 * that it changed as they were before. All or nothing, at four round trips however many they are. Refused with 403
 * `not_permitted`, 404 `not_found`, and 409 `conflict` with a sentence that says what has become of the first record that
 * is in another state.
 */
export const transition = async <
  State extends string,
  Row extends { id: string; status: State },
  Change extends string,
>(
  tx: Tx,
  records: Stateful<State, Row, Change>,
  { ids, change, by, reason, skipOthers = false, now }: Transition<Change>,
): Promise<Row[]> => {
  const { from, to, needs, action, effect } = records.changes[change];
  if (by && !holds(by.role, needs)) throw new Refusal('not_permitted', 'You are not authorized to do this.');
  const table = sql.table(records.table);
  const columns = sql.join(
    [...new Set(['id', 'status', 'status_reason', ...records.columns])].map((name) => sql.ref(name)),
  );
  const { rows: locked } = await sql<Row & { status_reason: string | null }>`
    SELECT ${columns} FROM ${table} WHERE id = ANY(${ids}::bigint[]) ORDER BY id
    FOR NO KEY UPDATE ${skipOthers ? sql`SKIP LOCKED` : sql``}`.execute(tx);
  const rows = locked.filter(({ status }) => from.includes(status));
  if (!skipOthers) {
    if (locked.length < new Set(ids).size) throw new Refusal('not_found', `There is no such ${records.noun}.`);
    const other = locked.find(({ status }) => !from.includes(status));
    if (other) throw refuseState(records, other, to);
  }
  if (rows.length === 0) return [];
  await sql`
    UPDATE ${table} SET status = ${to}, status_reason = ${reason ?? null}
    WHERE id = ANY(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
  if (by) {
    const entries = rows.map((row) => ({
      action,
      subject: { kind: records.noun, id: row.id, name: records.nameOf(row) },
      before: { status: row.status, status_reason: row.status_reason },
      after: { status: to, status_reason: reason ?? null },
    }));
    await records.audit(tx, by, entries, now);
  }
  await effect?.(tx, rows, now);
  return rows;
};
