import {
  ACCOUNTS_OF_RECORDS,
  fromPesewas,
  type JournalInput,
  type JournalKind,
  type JournalLine,
  sidesOf,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { noteHands } from '#domains/approvals';
import { audit } from '#domains/audit';
import {
  CASH_OVER_AND_SHORT,
  DRIVERS_CREDIT,
  GROUND_RENT_DUE,
  postedAccounts,
  REFUNDS_TO_PAY,
  readChart,
  UNALLOCATED,
} from '#domains/ledger';
import type { Author } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { nextBookNumber } from '../book-numbers.repo.ts';
import { refuseClosedDay } from '../books-calendar.ts';
import { lastCashUpId } from '../cash-up/cash-ups.repo.ts';
import { insertJournal, type Journal, lockJournal, setLines, updateJournal } from './journals.repo.ts';

/** Accounts that the check of the books compares with the sum of their records. */
const SUMS_OF_RECORDS: readonly string[] = [DRIVERS_CREDIT, GROUND_RENT_DUE, UNALLOCATED, REFUNDS_TO_PAY];

/**
 * The accounts of records that a kind of journal may touch: the closing of a year takes them along,
 * an opening brings what they had before the product posted to them.
 */
const recordsTakenBy = async (db: Db, kind: JournalKind): Promise<ReadonlySet<string>> => {
  const codes = [...ACCOUNTS_OF_RECORDS.keys()].filter((code) => !SUMS_OF_RECORDS.includes(code));
  if (kind === 'year end') return new Set(codes);
  if (kind !== 'opening') return new Set();
  const posted = await postedAccounts(db, codes);
  const isCounted = (await lastCashUpId(db)) !== '0';
  return new Set(codes.filter((code) => !posted.has(code) && !(code === CASH_OVER_AND_SHORT && isCounted)));
};

/** Why an account takes no journals, in a sentence; null where it does. */
export type WhyNot = (code: string) => string | null;

/** Reads the chart once, for the accounts of many lines. */
export const accountsForJournals = async (db: Db, kind: JournalKind): Promise<WhyNot> => {
  const chart = new Map((await readChart(db)).map((account) => [account.code, account]));
  const taken = await recordsTakenBy(db, kind);
  return (code) => {
    const account = chart.get(code);
    if (!account) return `There is no account ${code}.`;
    const name = `${code} ${account.name}`;
    if (account.closed_at !== null) return `${name} is closed.`;
    if (account.is_heading) return `${name} is a heading. Please choose an account under it.`;
    const records = taken.has(code) ? undefined : ACCOUNTS_OF_RECORDS.get(code);
    return records === undefined ? null : `${name} is posted by ${records} alone.`;
  };
};

/** Refuses lines with accounts that take no journals, at their place in the form. */
export const checkLines = async (db: Db, lines: readonly JournalLine[], kind: JournalKind): Promise<void> => {
  const whyNot = await accountsForJournals(db, kind);
  for (const [n, { account }] of lines.entries()) {
    const why = whyNot(account);
    if (why !== null) throw refusalAt('refused', `lines.${n}.account`, why);
  }
};

const sumOf = (lines: readonly JournalLine[]): string => {
  const { debit, credit } = sidesOf(lines);
  return fromPesewas(debit > credit ? debit : credit);
};

const NOUN = 'journal';
export const journalSubject = ({ id, number }: Pick<Journal, 'id' | 'number'>) => ({ kind: NOUN, id, name: number });

/** Notes that an account wrote or changed a journal, and so decides nothing about it. */
const noteHandInJournal = (tx: Tx, id: string, accountId: string, now: Date): Promise<void> =>
  noteHands(tx, [{ accountId, what: 'wrote', subjects: [{ kind: NOUN, id }] }], now);

type Asked = { body: JournalInput; by: Author; now: Date };

/** Keeps a draft with its lines, as written by an account, and gives its number and id. */
export const keepDraft = async (
  tx: Tx,
  { day, description, lines }: JournalInput,
  { by, now, ...given }: { by: string; now: Date; kind: JournalKind; repeats?: string; due_on?: string },
): Promise<{ id: string; number: string; amount: string }> => {
  const number = await nextBookNumber(tx, 'J', now.getUTCFullYear());
  const amount = sumOf(lines);
  const id = await insertJournal(tx, { ...given, number, day, description, amount, made_by: by, made_at: now });
  await setLines(tx, id, lines);
  await noteHandInJournal(tx, id, by, now);
  return { id, number, amount };
};

/** Writes a draft. Refused with 422 `refused` for an account that takes no journals. */
export const addJournal = async (
  tx: Tx,
  { body, by, now }: Asked,
  kind: JournalKind = 'general',
): Promise<{ message: string; id: string }> => {
  await refuseClosedDay(tx, body.day);
  await checkLines(tx, body.lines, kind);
  const { id, number, amount } = await keepDraft(tx, body, { by: by.accountId, now, kind });
  const after = { day: body.day, description: body.description, amount };
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
  await checkLines(tx, lines, journal.kind);
  const after = { day, description, amount: sumOf(lines) };
  await updateJournal(tx, id, after);
  await setLines(tx, id, lines);
  await noteHandInJournal(tx, id, by.accountId, now);
  const before = { day: journal.day, description: journal.description, amount: journal.amount };
  await audit(tx, by, { action: 'books.write_journal', subject: journalSubject(journal), before, after }, now);
  return `${journal.number} is changed.`;
};
