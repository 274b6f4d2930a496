import { type AuditAction, holds, type Permission } from '@banbo/contract';
import { sql } from 'kysely';
import type { Author } from '#lib/caller.ts';
import { noSuch, notPermitted, Refusal } from '#lib/refusal.ts';
import type { Tables, Tx } from './database.ts';
import { anyOf } from './records.ts';

/** The facts of a change. `with` is the domain's own, such as the money that clears claims. */
export type ChangeFacts<With> = { by: Author | null; reason: string | null; now: Date; with: With };

/** A row of the table of allowed changes. `Row` is a record as it was before the change. */
export type StateChange<State extends string, Row, With = undefined> = {
  from: readonly State[];
  /** Given by the row where a change leads back to a former state; needs a `refusalEnd`. */
  to: State | ((row: Row) => State);
  /**
   * The author's permission, or any of several; `own` where the use case checks that it is theirs.
   * Jobs need none.
   */
  needs: Permission | readonly Permission[] | 'own';
  /** Its name in the staff's audit log; null for `own`, and where the use case writes the log. */
  action: AuditAction | null;
  /** The end of the refusal in another state; by default `so it cannot be cleared`. */
  refusalEnd?: string;
  /** True when the record shows its reason to those concerned; else only the audit log has it. */
  keepsReason?: boolean;
  /** Further columns of a record, the same ones of each, set by the update that sets the state. */
  set?: (row: Row, given: ChangeFacts<With>) => Record<string, unknown>;
  /** Further values of its entry in the audit log. */
  facts?: (row: Row, given: ChangeFacts<With>) => Record<string, unknown>;
  /** Finds records, by id, that cannot change though their state allows it. It may lock others. */
  refuse?: (tx: Tx, rows: readonly Row[]) => Promise<ReadonlyMap<Row, Refusal>>;
  /** Does what follows from it in the same transaction. The rows are in the order of ids. */
  effect?: (tx: Tx, rows: readonly Row[], given: ChangeFacts<With>) => Promise<void>;
};

type Audited = {
  action: AuditAction;
  subject: { kind: string; id: string; name: string };
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/** Records with states, named by participles (`cleared`), and the allowed changes between them. */
export type Stateful<
  State extends string,
  Row extends { id: string; status: State },
  Change extends string,
  With = undefined,
> = {
  /** A table with the columns `id`, `status` and `status_reason`. */
  table: keyof Tables;
  columns: readonly (string & keyof Row)[];
  /** One record in plain words: `payment`. Also its kind in the audit log. */
  noun: string;
  /** The record's name in messages: a transaction ID, a plate. */
  nameOf: (row: Row) => string;
  /** The result of each state, in words: `was cleared`. */
  became: Record<State, string>;
  changes: Record<Change, StateChange<State, Row, With>>;
  audit: (tx: Tx, by: Author, changes: readonly Audited[], now: Date) => Promise<void>;
};

export type Transition<Change extends string, With = undefined> = {
  ids: readonly string[];
  change: Change;
  /** The author of the change; null for the server's jobs, which write no audit log. */
  by: Author | null;
  /** Why, in a sentence. */
  reason?: string | undefined;
  /** Leaves out records that cannot change or that are locked, instead of refusing or waiting. */
  skipOthers?: boolean;
  now: Date;
} & (undefined extends With ? { with?: With } : { with: With });

/** Changed records as they were before; refused are only those whose state allowed the change. */
export type TransitionOutcome<Row> = { changed: Row[]; refused: { row: Row; refusal: Refusal }[] };

const refuseState = <State extends string, Row extends { id: string; status: State }>(
  { noun, nameOf, became }: Pick<Stateful<State, Row, string>, 'noun' | 'nameOf' | 'became'>,
  row: Row,
  { to, refusalEnd }: Pick<StateChange<State, Row, never>, 'to' | 'refusalEnd'>,
): Refusal => {
  const subject = `The ${noun} ${nameOf(row)}`;
  const message =
    row.status === to && !refusalEnd
      ? `${subject} was already ${to}.`
      : `${subject} ${became[row.status]}, ${refusalEnd ?? `so it cannot be ${to}`}.`;
  return new Refusal('conflict', message);
};

/** Locks those of the records that are there, and gives them in the order of their ids. */
const lock = async <Row>(
  tx: Tx,
  { table, columns }: { table: string; columns: readonly string[] },
  { ids, skipOthers = false }: { ids: readonly string[]; skipOthers?: boolean },
): Promise<(Row & { status_reason: string | null })[]> => {
  const selected = new Set(['id', 'status', 'status_reason', ...columns]);
  const { rows } = await sql<Row & { status_reason: string | null }>`
    SELECT ${sql.join([...selected].map((name) => sql.ref(name)))} FROM ${sql.table(table)}
    WHERE id = ${anyOf(ids)} ORDER BY id
    FOR NO KEY UPDATE ${skipOthers ? sql`SKIP LOCKED` : sql``}`.execute(tx);
  return rows;
};

type NewValues = { id: string; status: string; status_reason: string | null; [column: string]: unknown };

/** Updates records to their own values by one statement, since totals count by the statement. */
const update = async (tx: Tx, table: string, records: readonly NewValues[]): Promise<void> => {
  const columns = Object.keys(records[0] ?? {}).filter((name) => name !== 'id');
  const assignments = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`);
  // The table's own row type reads the values, so that each has its column's type.
  await sql`
    UPDATE ${sql.table(table)} AS record SET ${sql.join(assignments)}
    FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(records)}::jsonb) AS given
    WHERE record.id = given.id`.execute(tx);
};

/**
 * Changes the state of records: locks them in the order of their ids, so that no two transitions of
 * these records wait for each other in a circle, checks the states that they come from, updates,
 * writes the audit log and does the change's effect. Other records that `refuse` or `effect` touch
 * are locked after these, in the order of their ids too. All or nothing, unless `skipOthers` leaves
 * records out; at a fixed number of round trips however many they are. Refused with 403
 * `not_permitted`, 404 `not_found`, 409 `conflict` with a sentence that says what has become of the
 * first record that is in another state, and as the change's own `refuse` says.
 */
export const transition = async <
  State extends string,
  Row extends { id: string; status: State },
  Change extends string,
  With = undefined,
>(
  tx: Tx,
  records: Stateful<State, Row, Change, With>,
  asked: Transition<Change, With>,
): Promise<TransitionOutcome<Row>> => {
  const { ids, by, skipOthers, now } = asked;
  const change = records.changes[asked.change];
  const { needs } = change;
  if (by && needs !== 'own' && ![needs].flat().some((permission) => holds(by, permission))) throw notPermitted();
  const given: ChangeFacts<With> = { by, reason: asked.reason ?? null, now, with: asked.with as With };
  const locked = await lock<Row>(tx, records, asked);
  const rows = locked.filter(({ status }) => change.from.includes(status));
  if (!skipOthers) {
    if (locked.length < new Set(ids).size) throw noSuch(records.noun);
    const other = locked.find(({ status }) => !change.from.includes(status));
    if (other) throw refuseState(records, other, change);
  }
  const refusals = (rows.length > 0 && (await change.refuse?.(tx, rows))) || new Map<Row, Refusal>();
  const refused = [...refusals].map(([row, refusal]) => ({ row, refusal }));
  if (refused[0] && !skipOthers) throw refused[0].refusal;
  const changed = rows.filter((row) => !refusals.has(row));
  if (changed.length === 0) return { changed, refused };
  const kept = change.keepsReason ? given.reason : null;
  const stateOf = (row: Row) => ({
    status: typeof change.to === 'function' ? change.to(row) : change.to,
    status_reason: kept,
  });
  await update(
    tx,
    records.table,
    changed.map((row) => ({ ...change.set?.(row, given), id: row.id, ...stateOf(row) })),
  );
  const { action } = change;
  if (by && action) {
    const entries = changed.map((row) => ({
      action,
      subject: { kind: records.noun, id: row.id, name: records.nameOf(row) },
      before: { status: row.status, status_reason: row.status_reason },
      after: {
        ...change.facts?.(row, given),
        ...stateOf(row),
        ...(kept === given.reason ? {} : { reason: given.reason }),
      },
    }));
    await records.audit(tx, by, entries, now);
  }
  await change.effect?.(tx, changed, given);
  return { changed, refused };
};
