import type { BookProof } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { lastCheck } from './book-checks.repo.ts';
import { presentCheck } from './check-books.ts';

const lastProof = async (db: Db): Promise<BookProof['check']> => {
  const row = await lastCheck(db);
  if (row === null) return null;
  const { ended_at, begun_at, difference_count, differences, postings, entry, hash } = presentCheck(row);
  return { ended_at: ended_at ?? begun_at, difference_count, first: differences[0] ?? null, postings, entry, hash };
};

/** The newest check that has ended. */
export const bookProof = async (db: Db): Promise<BookProof> => ({ check: await lastProof(db) });
