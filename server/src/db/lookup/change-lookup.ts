import type { AuditAction } from '@banbo/contract';
import { sql } from 'kysely';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { upper } from '#lib/values.ts';
import type { Db, Tables, Tx } from '../database.ts';
import { countRows } from '../records.ts';
import {
  deleteEntry,
  findRepeat,
  insertLookupEntry,
  type LookupRow,
  type LookupTable,
  lockEntry,
  lockLookup,
  updateEntry,
} from './lookup-table.ts';

/** A kind of record that uses an entry: its table, words, and count up to `MOST_COUNTED`. */
type Use = { table: string; one: string; many: string; count: number };

/** Beyond this an exact count says no more, and a request does not rename them all. */
const MOST_COUNTED = 1000;

type Reference = { table: string; column: string; words: string };

/** The foreign keys to the list's key. The comment of each names its records: `driver, drivers`. */
const referencesTo = async (db: Db, { table, key }: LookupTable): Promise<Reference[]> => {
  const { rows } = await sql<Reference>`
    SELECT reference.conrelid::regclass::text AS table, user_column.attname AS column,
      obj_description(reference.oid, 'pg_constraint') AS words
    FROM pg_constraint AS reference
    JOIN pg_attribute AS key_column ON key_column.attrelid = reference.confrelid AND key_column.attname = ${key}
    JOIN pg_attribute AS user_column ON user_column.attrelid = reference.conrelid
      AND user_column.attnum = reference.conkey[array_position(reference.confkey, key_column.attnum)]
    WHERE reference.contype = 'f' AND reference.conparentid = 0 AND reference.confrelid = ${table}::regclass
    ORDER BY reference.conrelid::regclass::text`.execute(db);
  return rows;
};

/** Everything that uses the entry, found by foreign keys, so that a new use needs no code. */
const usesOf = async (db: Db, lookup: LookupTable, key: unknown): Promise<Use[]> => {
  const uses: Use[] = [];
  for (const { table, column, words } of await referencesTo(db, lookup)) {
    const users = sql`SELECT FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${key} LIMIT ${sql.lit(MOST_COUNTED + 1)}`;
    const [one = '', many = ''] = words.split(', ');
    uses.push({ table, one, many, count: await countRows(db, users) });
  }
  return uses.filter(({ count }) => count > 0);
};

/**
 * Locks the records that use the entry, in the order of their ids as all who lock several do. A new
 * name reaches them by a cascade, which takes them in whatever order an index has: two of these, or
 * one beside a change of the same records, would wait for each other.
 */
const lockUses = async (tx: Tx, lookup: LookupTable, key: unknown): Promise<void> => {
  for (const { table, column } of await referencesTo(tx, lookup)) {
    await sql`
      SELECT FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${key} ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  }
};

const inWords = ({ one, many, count }: Use): string => {
  if (count > MOST_COUNTED) return `more than ${MOST_COUNTED.toLocaleString('en')} ${many}`;
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
};

/** `12 drivers`; `3 payments and 4 yearly prices`. */
const usesInWords = (uses: readonly Use[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(uses.map(inWords));

type Values = Record<string, unknown>;

type Audited = {
  action: AuditAction;
  subject: { kind: string; id: string; name: string };
  before?: Values;
  after?: Values;
};

/** A list of choices with the rules of changing it. */
export type LookupRules = {
  words: { one: string };
  table: LookupTable;
  /** The column that people call an entry by. */
  name: string;
  /** Names that code has rules for: their entries keep them and stay. */
  kept?: readonly string[];
  /** Columns that are fixed while the entry is used, or by table `by`; `words` names them. */
  fixedInUse?: Readonly<Record<string, { words: string; by?: keyof Tables }>>;
  /** Refuses an entry as it would become. No other transaction changes the list meanwhile. */
  check?: (tx: Tx, entry: Values) => Promise<void>;
  /** Writes to the audit log. */
  audit: (tx: Tx, by: Caller, change: Audited, now: Date) => Promise<void>;
};

/** The person who changes the list, and when. */
export type ChangedBy = { caller: Caller; now: Date };

const conflict = (message: string, column?: string): Refusal =>
  new Refusal('conflict', message, column === undefined ? {} : { issues: [{ path: `body.${column}`, message }] });

const nameOf = ({ name }: LookupRules, entry: Values): string => String(entry[name]);

const auditEntry = (tx: Tx, rules: LookupRules, entry: LookupRow, by: ChangedBy, change: Omit<Audited, 'subject'>) => {
  const subject = { kind: rules.words.one, id: entry.id, name: nameOf(rules, entry) };
  return rules.audit(tx, by.caller, { ...change, subject }, by.now);
};

const asStored = ({ unique, uppercase = [] }: LookupTable, values: Values): Values => {
  const inUppercase = [...unique, ...uppercase];
  const stored = (column: string, value: unknown): unknown =>
    typeof value === 'string' && inUppercase.includes(column) ? upper(value) : value;
  return Object.fromEntries(Object.entries(values).map(([column, value]) => [column, stored(column, value)]));
};

const refuseRepeat = async (tx: Tx, { table }: LookupRules, values: Values, id: string | null): Promise<void> => {
  const repeat = await findRepeat(tx, table, values, id);
  if (repeat) throw conflict(`${repeat.value} is already in the list.`, repeat.column);
};

const lockToChange = async (tx: Tx, rules: LookupRules, id: string): Promise<LookupRow> => {
  await lockLookup(tx, rules.table);
  return existing(await lockEntry(tx, rules.table, id), rules.words.one);
};

const refuseKept = (rules: LookupRules, entry: LookupRow): void => {
  const name = nameOf(rules, entry);
  if (rules.kept?.includes(name)) throw conflict(`${name} has rules of its own, so it stays in the list as it is.`);
};

/** Adds an entry. Refuses a repeat with 409 `conflict`, and what the list's own check refuses. */
export const addEntry = async (tx: Tx, rules: LookupRules, given: Values, by: ChangedBy): Promise<LookupRow> => {
  const values = asStored(rules.table, given);
  await lockLookup(tx, rules.table);
  await refuseRepeat(tx, rules, values, null);
  await rules.check?.(tx, values);
  const entry = await insertLookupEntry(tx, rules.table, values);
  const { id: _, ...after } = entry;
  await auditEntry(tx, rules, entry, by, { action: 'lookups.add', after });
  return entry;
};

const refuseChangeInUse = async (tx: Tx, rules: LookupRules, entry: LookupRow, changed: readonly string[]) => {
  const { table, fixedInUse = {} } = rules;
  const fixed = changed.filter((column) => column in fixedInUse);
  if (fixed.length === 0 && !changed.includes(table.key)) return;
  const uses = await usesOf(tx, table, entry[table.key]);
  const refuse = (by: readonly Use[], stays: string, column: string) =>
    conflict(`${nameOf(rules, entry)} is used by ${usesInWords(by)}, so ${stays}.`, column);
  for (const column of fixed) {
    const { words = '', by } = fixedInUse[column] ?? {};
    const users = uses.filter((use) => by === undefined || use.table === by);
    if (users.length > 0) throw refuse(users, `its ${words} stays`, column);
  }
  const renamed = changed.includes(table.key) && uses.some(({ count }) => count > MOST_COUNTED);
  if (renamed) throw refuse(uses, 'it keeps its name', table.key);
};

/**
 * Changes an entry and says so in a sentence.
 * Records that have it follow its new name in the same transaction, as the foreign keys say.
 * Refuses with 404 `not_found`, with 409 `conflict` a repeat and what must stay in use, and what
 * the list's own check refuses.
 */
export const changeEntry = async (
  tx: Tx,
  rules: LookupRules,
  { id, given }: { id: string; given: Values },
  by: ChangedBy,
): Promise<{ message: string; entry: LookupRow }> => {
  const message = 'The changes are saved.';
  const values = asStored(rules.table, given);
  const entry = await lockToChange(tx, rules, id);
  const changed = Object.keys(values).filter((column) => values[column] !== entry[column]);
  if (changed.length === 0) return { message, entry };
  refuseKept(rules, entry);
  await refuseRepeat(tx, rules, values, id);
  await refuseChangeInUse(tx, rules, entry, changed);
  const after = { ...entry, ...values };
  await rules.check?.(tx, after);
  if (changed.includes(rules.table.key)) await lockUses(tx, rules.table, entry[rules.table.key]);
  await updateEntry(tx, rules.table, id, values);
  await auditEntry(tx, rules, entry, by, { action: 'lookups.change', before: entry, after });
  return { message, entry: after };
};

/**
 * Deletes an entry that nothing uses, and gives its name. Refuses with 404 `not_found`, and with
 * 409 `conflict` in a sentence that says what uses it and how often. A use in another transaction
 * is waited for, and none can come before this one ends.
 */
export const removeEntry = async (tx: Tx, rules: LookupRules, id: string, by: ChangedBy): Promise<string> => {
  const entry = await lockToChange(tx, rules, id);
  refuseKept(rules, entry);
  const name = nameOf(rules, entry);
  const uses = await usesOf(tx, rules.table, entry[rules.table.key]);
  if (uses.length > 0) throw conflict(`${name} is used by ${usesInWords(uses)}.`);
  await deleteEntry(tx, rules.table, id);
  const { id: _, ...before } = entry;
  await auditEntry(tx, rules, entry, by, { action: 'lookups.delete', before });
  return name;
};
