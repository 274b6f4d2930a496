import { type BookCheck, type BookProof, bookCheckList } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { type BookCheckRow, bookChecksSql, lastCheck } from './book-checks.repo.ts';

const askedOf = ({ asked_by, by_command }: BookCheckRow): BookCheck['asked'] => {
  if (by_command) return 'on the server';
  return asked_by === null ? 'nightly' : 'by staff';
};

const presentCheck = (row: BookCheckRow): BookCheck => ({
  id: row.id,
  begun_at: row.begun_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
  asked: askedOf(row),
  records: Number(row.records),
  postings: Number(row.postings),
  entry: row.last_entry,
  hash: row.last_hash?.toString('hex') ?? null,
  difference_count: Number(row.difference_count),
  differences: row.differences,
});

export const presentLastCheck = ({ ended_at, begun_at, difference_count }: BookCheckRow) => ({
  ended_at: (ended_at ?? begun_at).toISOString(),
  difference_count: Number(difference_count),
});

export const bookChecksSource = listSource(bookCheckList, bookChecksSql, (rows) => rows.map(presentCheck));

const lastProof = async (db: Db): Promise<BookProof['check']> => {
  const row = await lastCheck(db);
  if (row === null) return null;
  const { ended_at, begun_at, difference_count, differences, postings, entry, hash } = presentCheck(row);
  return { ended_at: ended_at ?? begun_at, difference_count, first: differences[0] ?? null, postings, entry, hash };
};

/** The newest check that has ended. */
export const bookProof = async (db: Db): Promise<BookProof> => ({ check: await lastProof(db) });
