import {
  type AuditAction,
  type BookLine,
  bookLineList,
  formatDay,
  type ReconciledPeriod,
  type Reconciliation,
  reconciliationList,
  STATED_ACCOUNT_LABELS,
  STATED_ACCOUNTS,
  type StatedAccount,
  statedLineList,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { type HandKind, judgeHands, refuseOwnHands, type StaffHolders, type Subject } from '#domains/approvals';
import { audit } from '#domains/audit';
import {
  findStatedLine,
  linesNotRecorded,
  linesOfMoney,
  linesOfSameMoney,
  recordsOfMoney,
  transfersOfChanges,
} from '#domains/clearance';
import {
  authorsOf,
  findPosting,
  holdBooks,
  type PostedBy,
  postingsBetween,
  refusalOfReconciled,
} from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { existing, noSuch, Refusal } from '#lib/refusal.ts';
import { pluck, presentOf } from '#lib/values.ts';
import {
  type BookLineRow,
  bookLinesSql,
  type DaysOfAccount,
  deleteMatch,
  firstReconciled,
  freeReconciled,
  insertMatch,
  insertReconciliation,
  insertSameMoney,
  isAnyMatched,
  isLineMatched,
  linesReconciled,
  lockFree,
  lockMatch,
  lockReconciliation,
  type Reconciled,
  reconciliationsSql,
  statedLinesSql,
} from './reconcile.repo.ts';

type Asked<Body> = { body: Body; by: Caller; now: Date };

const MODES = { '1000': 'momo', '1020': 'bank' } as const;
const isStated = (account: string): account is StatedAccount =>
  (STATED_ACCOUNTS as readonly string[]).includes(account);
const modeOf = (account: string) => MODES[account as StatedAccount];

const notRecorded = ({ account, ...days }: DaysOfAccount) => linesNotRecorded(modeOf(account), days, isLineMatched);

const presentLines = async (db: Db, rows: readonly BookLineRow[], { named }: StaffHolders): Promise<BookLine[]> => {
  const people = await named(
    db,
    rows.map(({ matched_by }) => matched_by),
  );
  return rows.map((row) => ({
    ...row,
    matched_by: row.matched_by === null ? null : (people.get(row.matched_by)?.fullname ?? ''),
  }));
};

export const bookLineSource = (staff: StaffHolders) =>
  listSource(bookLineList, bookLinesSql(postingsBetween), (rows, db) => presentLines(db, rows, staff));

export const statedLineSource = listSource(statedLineList, statedLinesSql(notRecorded), (rows) => rows);

const present = async (db: Db, rows: readonly Reconciled[], { named }: StaffHolders): Promise<Reconciliation[]> => {
  const people = await named(
    db,
    rows.flatMap(({ made_by, undone_by }) => [made_by, undone_by]),
  );
  return rows.map((row) => ({
    ...row,
    account: row.account as StatedAccount,
    made_by: people.get(row.made_by)?.fullname ?? '',
    made_at: row.made_at.toISOString(),
    undone_by: row.undone_by === null ? null : (people.get(row.undone_by)?.fullname ?? ''),
    undone_at: row.undone_at?.toISOString() ?? null,
  }));
};

export const reconciliationSource = (staff: StaffHolders) =>
  listSource(reconciliationList, reconciliationsSql, (rows, db) => present(db, rows, staff));

const inWords = (count: number): string => `${count} ${count === 1 ? 'line' : 'lines'}`;

/** Matches what the books and the statements have as the same money in the same amount. */
export const matchSameMoney = async (tx: Tx, { body, by, now }: Asked<ReconciledPeriod>): Promise<string> => {
  await holdBooks(tx);
  const postings = postingsBetween(body);
  const count = await insertSameMoney(tx, {
    ...{ account: body.account, postings, now },
    ...{ linesOf: linesOfMoney, sameAs: linesOfSameMoney },
  });
  if (count === 0) return 'No further line is on a statement with the same transaction ID and amount.';
  const subject = { kind: 'account', id: body.account, name: periodName(body) };
  await audit(tx, by, { action: 'books.match_same', subject, after: { lines: count } }, now);
  return `${inWords(count)} matched.`;
};

type Name = { entry: string; line: number };
const nameOf = ({ entry, line }: Name): string => `${entry}-${line}`;
const NOUN = 'line of the books';
const subjectOf = (name: Name) => ({ kind: NOUN, id: name.entry, name: nameOf(name) });

/**
 * Matches a line by hand. Refused with 404 `not_found` without the line, with 422 `refused` for
 * another amount, with 409 `conflict` where one of the two is matched.
 */
export const matchBookLine = async (
  tx: Tx,
  { body, by, now }: Asked<Name & { statement: string; statement_line: number }>,
): Promise<string> => {
  await holdBooks(tx);
  const posting = await findPosting(tx, body);
  if (!posting || !isStated(posting.account)) throw noSuch(NOUN);
  const asked = { statement: body.statement, line: body.statement_line };
  const stated = existing(
    await findStatedLine(tx, modeOf(posting.account), asked),
    'line of a statement of this account',
  );
  if (stated.amount !== posting.amount) throw new Refusal('refused', 'The two lines have different amounts.');
  // The books are locked: nobody matches another line of the same movement meanwhile.
  const isFree = !(await isAnyMatched(tx, stated.lines));
  const isNew =
    isFree &&
    (await insertMatch(tx, {
      ...{ entry: body.entry, line: body.line, account: posting.account, day: posting.day },
      ...{ statement_import: stated.statement, statement_line: stated.line, stated_day: stated.day },
      ...{ stated_text: stated.words, matched_by: by.accountId, matched_at: now },
    }));
  if (!isNew) throw new Refusal('conflict', 'One of the two lines is matched already. Please load the lists again.');
  const after = { statement: stated.statement, line: stated.line };
  await audit(tx, by, { action: 'books.match_line', subject: subjectOf(body), after }, now);
  return 'The two lines are matched.';
};

/** Takes a match back. Refused with 409 `conflict` where it is reconciled. */
export const unmatchBookLine = async (tx: Tx, { body, by, now }: Asked<Name>): Promise<string> => {
  const match = existing(await lockMatch(tx, body), NOUN);
  if (match.reconciliation_id !== null) {
    throw new Refusal('conflict', 'This line is reconciled. Undo its reconciliation first.');
  }
  await deleteMatch(tx, match);
  const before = { statement: match.statement_import, line: match.statement_line };
  await audit(tx, by, { action: 'books.unmatch_line', subject: subjectOf(body), before, after: {} }, now);
  return 'The line is open again.';
};

const periodName = ({ account, from, to }: { account: string; from: string; to: string }): string =>
  `${isStated(account) ? STATED_ACCOUNT_LABELS[account] : account}, ${formatDay(from)} to ${formatDay(to)}`;

/** The records behind entries in which people have hands: journals, expenses and money. */
const recordsOf = async (db: Db, entries: readonly PostedBy[]): Promise<Subject[]> => {
  const idsOf = (wanted: string) => entries.flatMap(({ kind, subject_id }) => (kind === wanted ? [subject_id] : []));
  const changes = idsOf('money change');
  const changed = changes.length === 0 ? [] : [...(await transfersOfChanges(db, changes)).values()];
  const written = ['journal', 'expense'].flatMap((kind) => idsOf(kind).map((id) => ({ kind, id })));
  return [...written, ...(await recordsOfMoney(db, { transferIds: [...new Set([...idsOf('money'), ...changed])] }))];
};

type Line = { entry: string; matched_by: string | null };

/** Lines as a decision: those have a hand in it who posted or matched one, or wrote its record. */
const decisionOn = async (db: Db, lines: readonly Line[], { by, now }: { by: Caller; now: Date }) => {
  const entries = await authorsOf(db, pluck(lines, 'entry'));
  const hand = (what: HandKind, ids: readonly (string | null)[]) =>
    [...new Set(presentOf(ids))].map((account_id) => ({ account_id, what }));
  const hands = [
    ...hand('matched_line', pluck(lines, 'matched_by')),
    ...hand('posted_line', pluck(entries, 'posted_by')),
  ];
  return { subjects: await recordsOf(db, entries), hands, by, needs: 'books.approve' as const, now };
};

type Deciding = { by: Caller; now: Date; staff: StaffHolders };

/** The first line, by halving, of which a person may not decide, where they may not of all. */
const firstRefused = async (db: Db, lines: readonly Line[], deciding: Deciding): Promise<Line | undefined> => {
  if (lines.length < 2) return lines[0];
  const half = Math.ceil(lines.length / 2);
  const judged = await judgeHands(db, await decisionOn(db, lines.slice(0, half), deciding), deciding.staff);
  return firstRefused(db, judged instanceof Refusal ? lines.slice(0, half) : lines.slice(half), deciding);
};

/**
 * Refuses with 403 `not_permitted` whoever posted or matched one of the lines or had a hand in its
 * record, by another account of theirs too, and names the first. The only person decides alone,
 * which is stored.
 */
const refuseOwnLines = async (
  tx: Tx,
  lines: readonly Line[],
  decides: { action: AuditAction; subject: { kind: string; id: string; name: string } },
  deciding: Deciding,
): Promise<void> => {
  try {
    await refuseOwnHands(tx, { ...(await decisionOn(tx, lines, deciding)), decides }, deciding.staff);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const first = await firstRefused(tx, lines, deciding);
    throw new Refusal(error.code, `${error.message} The first such line is of entry ${first?.entry}.`);
  }
};

/**
 * Reconciles the matched lines of a period. Refused with 409 `conflict` where none is matched, and
 * as `refuseOwnLines` does: whoever reconciles does not receive.
 */
export const reconcilePeriod = async (
  tx: Tx,
  { body, by, now }: Asked<ReconciledPeriod>,
  staff: StaffHolders,
): Promise<{ message: string; id: string }> => {
  await holdBooks(tx);
  const lines = await lockFree(tx, body);
  if (lines.length === 0) throw new Refusal('conflict', 'No line of these days is matched and not reconciled yet.');
  const id = await insertReconciliation(tx, { period: body, lines: lines.length, made_by: by.accountId, made_at: now });
  const subject = { kind: 'reconciliation', id, name: periodName(body) };
  await refuseOwnLines(tx, lines, { action: 'books.reconcile', subject }, { by, now, staff });
  await audit(tx, by, { action: 'books.reconcile', subject, after: { lines: lines.length } }, now);
  return { message: `${inWords(lines.length)} reconciled.`, id };
};

/**
 * Undoes a reconciliation. Its lines stay matched and can be changed again. Refused with 409
 * `conflict` once it is undone, and as `refuseOwnLines` does: they could take a line back then.
 */
export const undoReconciliation = async (
  tx: Tx,
  { id, body: { reason }, by, now }: Asked<{ reason: string }> & { id: string },
  staff: StaffHolders,
): Promise<string> => {
  await holdBooks(tx);
  const made = existing(await lockReconciliation(tx, id), 'reconciliation');
  if (made.undone_at !== null) throw new Refusal('conflict', 'This reconciliation was undone before.');
  const name = periodName({ account: made.account, from: made.from_day, to: made.to_day });
  const subject = { kind: 'reconciliation', id, name };
  const decides = { action: 'books.undo_reconciliation', subject } as const;
  await refuseOwnLines(tx, await linesReconciled(tx, id), decides, { by, now, staff });
  await freeReconciled(tx, id, { undone_by: by.accountId, undone_at: now, undo_reason: reason });
  await audit(tx, by, { action: 'books.undo_reconciliation', subject, after: { reason } }, now);
  const rest = made.lines === 1 ? 'line is matched' : 'lines are matched';
  return `The reconciliation is undone. ${made.lines} ${rest}, no longer reconciled.`;
};

/**
 * Refuses with 409 `conflict` to ask for the end of entries of which a line is reconciled; the
 * posting itself refuses it anyway. Locks the books, so records are locked before.
 */
export const refuseReconciled = async (tx: Tx, entries: readonly string[]): Promise<void> => {
  await holdBooks(tx);
  const found = await firstReconciled(tx, entries);
  if (found) throw refusalOfReconciled(found.entry);
};
