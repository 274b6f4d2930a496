import { type JournalRecord, type JournalRow, journalList } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { type StaffHolders, waitingApproval } from '#domains/approvals';
import { entriesOfRecord, readChart } from '#domains/ledger';
import { attachmentsOf } from '../attachments/attachments.ts';
import { type Journal, journalById, journalLines, journalsSql } from './journals.repo.ts';
import { entryKindOf } from './post-journal.ts';
import { whyJournalWaits } from './why-journal-waits.ts';

const present = async (db: Db, rows: readonly Journal[], { named }: StaffHolders): Promise<JournalRow[]> => {
  const people = await named(
    db,
    rows.flatMap(({ made_by, posted_by }) => [made_by, posted_by]),
  );
  const nameOf = (id: string | null): string | null => (id === null ? null : (people.get(id)?.fullname ?? ''));
  return rows.map(({ made_by, made_at, posted_by, posted_at, ended_by: _, ended_at: __, ...row }) => ({
    ...row,
    made_by: nameOf(made_by) ?? '',
    made_at: made_at.toISOString(),
    posted_by: nameOf(posted_by),
    posted_at: posted_at?.toISOString() ?? null,
  }));
};

export const journalSource = (staff: StaffHolders) =>
  listSource(journalList, journalsSql, (rows, db) => present(db, rows, staff));

/** A journal with its lines, the approval that waits, and its entries in the books; or null. */
export const showJournal = async (
  db: Db,
  { id, now }: { id: string; now: Date },
  staff: StaffHolders,
): Promise<JournalRecord | null> => {
  const journal = await journalById(db, id);
  const [row] = journal ? await present(db, [journal], staff) : [];
  if (!journal || !row) return null;
  const lines = await journalLines(db, id);
  const names = new Map((await readChart(db)).map(({ code, name }) => [code, name]));
  const waiting = await waitingApproval(db, { kind: 'books.journal', subjectId: id });
  const entries = await entriesOfRecord(db, entryKindOf(journal), id);
  return {
    ...row,
    lines: lines.map((line) => ({ ...line, name: names.get(line.account) ?? '' })),
    needs_approval: (await whyJournalWaits(db, journal, lines, now)) !== null,
    approval_id: waiting?.id ?? null,
    entry: entries.find(({ reverses }) => reverses === null)?.number ?? null,
    reversal: entries.find(({ reverses }) => reverses !== null)?.number ?? null,
    attachments: await attachmentsOf(db, { kind: 'journal', id }, staff),
  };
};
