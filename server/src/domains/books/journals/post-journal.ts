import {
  type AskedChange,
  formatDay,
  formatMoney,
  formatMonth,
  holds,
  today,
  toPesewas,
  whyNotPosted,
} from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { type Approvers, askApproval, defineApproval, noteHands } from '#domains/approvals';
import { holdBooks, type NewEntry, openBooks, PAPERS, post } from '#domains/ledger';
import type { Author, Caller } from '#lib/caller.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { unapprovedReason } from '../approvals-of-books.ts';
import { refuseClosedDay } from '../books-calendar.ts';
import { refuseWhileReconciled, takeBack } from '../take-back.ts';
import { stepJournal } from './journal-changes.ts';
import {
  type Journal,
  journalById,
  journalLines,
  lockJournal,
  type PostedJournal,
  postedJournals,
} from './journals.repo.ts';
import { whyJournalWaits } from './why-journal-waits.ts';
import { checkLines } from './write-journal.ts';

/** The kind of a journal's entry: the closing of a year is no income or expense. */
export const entryKindOf = ({ kind }: Pick<Journal, 'kind'>): 'journal' | 'year end' =>
  kind === 'year end' ? kind : 'journal';

/** The entry that a posted journal has in the books. */
export const entryOfJournal = (journal: PostedJournal): NewEntry => {
  const { id, kind, day, number, description, made_by, posted_by, is_alone, lines, papers } = journal;
  return {
    day,
    kind: entryKindOf({ kind }),
    subjectId: id,
    description: `${number}: ${description}`,
    postings: lines.map(({ account, side, amount }) => ({
      account,
      pesewas: side === 'debit' ? toPesewas(amount) : -toPesewas(amount),
    })),
    document: {
      number,
      kind,
      purpose: description,
      writer: made_by,
      approver: posted_by,
      'decided alone': is_alone ? 'yes' : 'no',
      [PAPERS]: papers,
    },
  };
};

/** Posts the entry of a journal that became posted in this transaction. */
export const bookJournal = async (
  tx: Tx,
  { id, kind }: Pick<Journal, 'id' | 'kind'>,
  { by, now }: { by: Author; now: Date },
): Promise<void> => {
  const journals = await postedJournals(tx, { ids: [id] }, { areClosings: kind === 'year end' });
  await post(tx, journals.map(entryOfJournal), { by, now });
};

type Made = { by: Caller; isAlone?: boolean; now: Date };

const postNow = async (tx: Tx, journal: Journal, { by, isAlone = false, now }: Made): Promise<string> => {
  // Locks the books, so that no month or account closes between the check and the entry.
  await holdBooks(tx);
  await refuseClosedDay(tx, journal.day);
  const lines = await journalLines(tx, journal.id);
  const why = whyNotPosted(lines);
  if (why !== null) throw new Refusal('refused', why);
  await checkLines(tx, lines, journal.kind);
  await stepJournal(tx, 'post', { id: journal.id, by, with: { isAlone }, now });
  await bookJournal(tx, journal, { by, now });
  return `${journal.number} is posted.`;
};

/** Today; the closing of a year is reversed on its own day, so that the year is open again. */
const dayOfReversal = async (tx: Tx, { kind, day }: Journal, now: Date): Promise<string> => {
  if (kind !== 'year end') return today(now);
  await holdBooks(tx);
  const { open_from } = await openBooks(tx);
  if (day >= open_from) return day;
  throw new Refusal(
    'conflict',
    `${formatMonth(day)} is closed. The closing of a year is reversed while its December is open.`,
  );
};

const reverseNow = async (tx: Tx, journal: Journal, reason: string, { by, now }: Made): Promise<string> => {
  await stepJournal(tx, 'reverse', { id: journal.id, by, reason, now });
  const { id, number } = journal;
  const accounts = (await journalLines(tx, id)).map(({ account }) => account);
  const day = await dayOfReversal(tx, journal, now);
  await takeBack(tx, { kind: entryKindOf(journal), id, number, accounts, reason, day }, { by, now });
  return `${journal.number} is reversed.`;
};

/** A journal that takes two people, or its reversal, which another person approves. */
export const journalApproval = defineApproval({
  kind: 'books.journal',
  input: z.strictObject({ reverses: z.string().nullable() }),
  apply: async (tx, { subjectId, input: { reverses }, by, isAlone, now }) => {
    const journal = existing(await lockJournal(tx, subjectId), 'journal');
    const made = { by, isAlone, now };
    const message =
      reverses === null ? await postNow(tx, journal, made) : await reverseNow(tx, journal, reverses, made);
    return { message };
  },
  // Its writers decide nothing about it, whoever asks. Its reversal is of who asks for that. Who
  // asked before and withdrew that may decide.
  handsIn: async (db, id) =>
    (await journalById(db, id))?.status === 'asked' ? [{ kind: 'journal', id, but: ['asked'] }] : [],
  facts: async (db, id) =>
    (await journalLines(db, id)).map(
      ({ account, side, amount }): AskedChange => ({
        ...{ field: side === 'debit' ? 'Debit' : 'Credit', before: '', after: `${account}: ${formatMoney(amount)}` },
        to: `/journals/${id}`,
      }),
    ),
  ended: async (tx, { subjectId: id, how, reason, by, now }) => {
    const journal = await journalById(tx, id);
    // Of a reversal nothing changes: the journal stays posted.
    if (journal?.status !== 'asked') return;
    await stepJournal(tx, 'refuse', { id, by, reason: unapprovedReason({ how, reason }), now });
  },
});

type Asked = { id: string; by: Caller; now: Date };

const wordsOf = ({ day, description, amount }: Journal): AskedChange[] => [
  { field: 'Day', before: '', after: formatDay(day) },
  { field: 'For', before: '', after: description },
  { field: 'Amount', before: '', after: formatMoney(amount) },
];

const ask = async (
  tx: Tx,
  { journal, reverses, because, by, now }: Made & { journal: Journal; reverses: string | null; because: string },
  { staff }: Approvers,
): Promise<string> => {
  const name = reverses === null ? `the journal ${journal.number}` : `the reversal of the journal ${journal.number}`;
  const subject = { id: journal.id, name };
  const subjects = [{ kind: 'journal', id: journal.id }];
  await noteHands(tx, [{ accountId: by.accountId, what: 'asked', subjects }], now);
  const words = {
    subject,
    input: { reverses },
    changes: wordsOf(journal),
    ...(reverses !== null && { reason: reverses }),
  };
  return (await askApproval(tx, journalApproval, { ...words, because, by, now }, staff)).message;
};

/**
 * Posts a draft, or asks for its approval where `whyJournalWaits` says why. Refused with 422
 * `refused` while it does not balance.
 */
export const postJournal = async (tx: Tx, { id, by, now }: Asked, deps: Approvers): Promise<string> => {
  const journal = existing(await lockJournal(tx, id), 'journal');
  if (journal.status !== 'draft') throw new Refusal('conflict', `The journal ${journal.number} is no draft any more.`);
  const lines = await journalLines(tx, id);
  const why = whyNotPosted(lines);
  if (why !== null) throw new Refusal('refused', why);
  const because = await whyJournalWaits(tx, journal, lines, now);
  if (because === null) return postNow(tx, journal, { by, now });
  await refuseClosedDay(tx, journal.day);
  await checkLines(tx, lines, journal.kind);
  await stepJournal(tx, 'ask', { id, by, now });
  return ask(tx, { journal, reverses: null, because, by, now }, deps);
};

type Ending = Asked & { body: { change: 'drop' | 'reverse'; reason: string } };

/** Drops a draft, or reverses a posted journal, by two where `whyJournalWaits` says why. */
export const endJournal = async (
  tx: Tx,
  { id, body: { change, reason }, by, now }: Ending,
  deps: Approvers,
): Promise<string> => {
  const journal = existing(await lockJournal(tx, id), 'journal');
  if (change === 'drop') {
    await stepJournal(tx, 'drop', { id, by, reason, now });
    return `${journal.number} is dropped.`;
  }
  if (journal.status !== 'posted') throw new Refusal('conflict', `The journal ${journal.number} is not posted.`);
  if (journal.kind === 'year end' && !holds(by, 'books.close')) {
    throw new Refusal('not_permitted', 'The closing of a year is reversed by those who close the books.');
  }
  const because = await whyJournalWaits(tx, journal, await journalLines(tx, id), now);
  if (because === null) return reverseNow(tx, journal, reason, { by, now });
  await refuseWhileReconciled(tx, { kind: 'journal', id });
  return ask(tx, { journal, reverses: reason, because, by, now }, deps);
};
