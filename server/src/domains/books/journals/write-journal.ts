import {
  formatDay,
  formatMonth,
  fromPesewas,
  type JournalInput,
  type JournalKind,
  type JournalLine,
  sidesOf,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { openBooks, readChart } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { insertJournal, type Journal, lockJournal, nextBookNumber, setLines, updateJournal } from './journals.repo.ts';

/** Refuses a day in a closed month, whose journals people date themselves. */
export const refuseClosedDay = async (db: Db, day: string): Promise<void> => {
  const { open_from } = await openBooks(db);
  if (day >= open_from) return;
  throw refusalAt(
    'refused',
    'day',
    `${formatMonth(day)} is closed. Please choose a day from ${formatDay(open_from)} on.`,
  );
};

/** Its postings name drivers, which the lines of a journal do not. */
const OF_DRIVERS = '2000';

/** Refuses lines with accounts that are not open, at their place in the form. */
const checkLines = async (db: Db, lines: readonly JournalLine[]): Promise<void> => {
  const chart = new Map((await readChart(db)).map((account) => [account.code, account]));
  for (const [n, { account: code }] of lines.entries()) {
    const account = chart.get(code);
    const refuse = (why: string) => refusalAt('refused', `lines.${n}.account`, why);
    if (!account) throw refuse(`There is no account ${code}.`);
    const name = `${code} ${account.name}`;
    if (account.closed_at !== null) throw refuse(`${name} is closed.`);
    if (account.is_heading) throw refuse(`${name} is a heading. Please choose an account under it.`);
    if (code === OF_DRIVERS) throw refuse(`${name} is posted by payments and refunds alone.`);
  }
};

const sumOf = (lines: readonly JournalLine[]): string => {
  const { debit, credit } = sidesOf(lines);
  return fromPesewas(debit > credit ? debit : credit);
};

const NOUN = 'journal';
export const journalSubject = ({ id, number }: Pick<Journal, 'id' | 'number'>) => ({ kind: NOUN, id, name: number });

type Asked = { body: JournalInput; by: Caller; now: Date };

/** Writes a draft. Refused with 422 `refused` for an account that takes no journals. */
export const addJournal = async (
  tx: Tx,
  { body: { day, description, lines }, by, now }: Asked,
  kind: JournalKind = 'general',
): Promise<{ message: string; id: string }> => {
  await refuseClosedDay(tx, day);
  await checkLines(tx, lines);
  const number = await nextBookNumber(tx, 'J', now.getUTCFullYear());
  const row = { number, kind, day, description, amount: sumOf(lines), made_by: by.accountId, made_at: now };
  const id = await insertJournal(tx, row);
  await setLines(tx, id, lines);
  const after = { day, description, amount: row.amount };
  await audit(tx, by, { action: 'books.write_journal', subject: journalSubject({ id, number }), after }, now);
  return { message: `${number} is kept as a draft.`, id };
};

/** Changes a draft. Refused with 409 `conflict` once it is more than that. */
export const editJournal = async (
  tx: Tx,
  { id, body: { day, description, lines }, by, now }: Asked & { id: string },
): Promise<string> => {
  const journal = existing(await lockJournal(tx, id), NOUN);
  if (journal.status !== 'draft') throw new Refusal('conflict', `The journal ${journal.number} is no draft any more.`);
  await refuseClosedDay(tx, day);
  await checkLines(tx, lines);
  const after = { day, description, amount: sumOf(lines) };
  await updateJournal(tx, id, after);
  await setLines(tx, id, lines);
  const before = { day: journal.day, description: journal.description, amount: journal.amount };
  await audit(tx, by, { action: 'books.write_journal', subject: journalSubject(journal), before, after }, now);
  return `${journal.number} is changed.`;
};
