import { addMonths, formatDay, type RepeatInput, repeatedJournalList, today } from '@banbo/contract';
import type { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { type Stateful, transition } from '#db/transition.ts';
import { audit, auditAll } from '#domains/audit';
import { openBooks } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { journalById, journalLines, lockJournal } from './journals.repo.ts';
import {
  hasDueRepeated,
  insertRepeated,
  lockDueRepeated,
  type Repeated,
  repeatedSql,
  setNextDay,
} from './repeats.repo.ts';
import { journalSubject, keepDraft } from './write-journal.ts';

type Asked<Body> = { id: string; body: Body; by: Caller; now: Date };

const dayIn = (month: string, day: number): string => `${month}-${String(day).padStart(2, '0')}`;

/** The same day of the month after. */
const monthAfter = (day: string): string => `${addMonths(day.slice(0, 7), 1).slice(0, 7)}${day.slice(7)}`;

/** Proposes a posted journal again each month, from the next such day after today on. */
export const repeatJournal = async (
  tx: Tx,
  { id, body: { day_of_month, last_day }, by, now }: Asked<z.output<typeof RepeatInput>>,
): Promise<string> => {
  const journal = existing(await lockJournal(tx, id), 'journal');
  const { number, status, kind } = journal;
  if (status !== 'posted') throw new Refusal('conflict', `The journal ${number} is not posted.`);
  if (kind === 'opening' || kind === 'year end') throw new Refusal('refused', `${number} is posted once, not monthly.`);
  const thisMonth = dayIn(today(now).slice(0, 7), day_of_month);
  const next_day = thisMonth > today(now) ? thisMonth : monthAfter(thisMonth);
  if (last_day !== null && last_day < next_day) {
    throw refusalAt('refused', 'last_day', `The first draft would be for ${formatDay(next_day)}.`);
  }
  const row = { journal_id: id, day_of_month, next_day, last_day, made_by: by.accountId, made_at: now };
  if (!(await insertRepeated(tx, row))) throw new Refusal('conflict', `The journal ${number} is repeated already.`);
  const after = { day_of_month, last_day };
  await audit(tx, by, { action: 'books.repeat_journal', subject: journalSubject(journal), after }, now);
  return `${number} will be proposed again on ${formatDay(next_day)}.`;
};

type Named = { id: string; status: Repeated['status']; day_of_month: number };

const stateful: Stateful<Repeated['status'], Named, 'stop'> = {
  table: 'repeated_journals',
  columns: ['day_of_month'],
  noun: 'repeated journal',
  nameOf: ({ day_of_month }) => `of the ${day_of_month}.`,
  became: { running: 'is repeated', stopped: 'was stopped' },
  changes: {
    stop: {
      from: ['running'],
      to: 'stopped',
      needs: 'books.write',
      action: 'books.stop_repeating',
      keepsReason: true,
      set: (_, { by, now }) => ({ stopped_by: by?.accountId ?? null, stopped_at: now.toISOString() }),
    },
  },
  audit: auditAll,
};

export const stopRepeating = async (
  tx: Tx,
  { id, body: { reason }, by, now }: Asked<{ reason: string }>,
): Promise<string> => {
  await transition(tx, stateful, { ids: [id], change: 'stop', reason, by, now });
  return 'It is proposed no more.';
};

export const repeatedSource = listSource(repeatedJournalList, repeatedSql, async (rows) => [...rows]);

/** Writes the draft of one that is due; false when none is. */
const proposeNext = async (tx: Tx, now: Date): Promise<boolean> => {
  const repeated = await lockDueRepeated(tx, today(now));
  if (!repeated) return false;
  const { id, journal_id, next_day, made_by } = repeated;
  const journal = existing(await journalById(tx, journal_id), 'journal');
  const { open_from } = await openBooks(tx);
  const body = {
    day: next_day < open_from ? open_from : next_day,
    description: journal.description,
    lines: await journalLines(tx, journal_id),
  };
  await keepDraft(tx, body, { by: made_by, now, kind: 'recurring', repeats: id, due_on: next_day });
  await setNextDay(tx, id, monthAfter(next_day));
  return true;
};

/** Writes the drafts that are due, those of months in which no server ran too. */
export const proposeJournals = async (db: Db, now: Date): Promise<void> => {
  while (await db.transaction().execute((tx) => proposeNext(tx, now)));
};

export const hasJournalsToPropose = (db: Db, now: Date): Promise<boolean> => hasDueRepeated(db, today(now));
