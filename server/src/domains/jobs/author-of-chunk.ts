import { holds, type Permission } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { Author } from '#lib/caller.ts';
import type { Claim } from './claims.repo.ts';
import { FinalFailure } from './define-job.ts';

/** Reads the account of an author as it is at this moment; null when it is blocked or deleted. */
export type FindAuthor = (tx: Tx, accountId: string) => Promise<Omit<Author, 'requestId'> | null>;

/**
 * The author of a chunk, read anew for each one: blocking or demoting somebody stops their job before its next chunk. Null for
 * the server's own jobs. Throws a `FinalFailure` that says why the job ends.
 */
export const authorOfChunk = async (
  tx: Tx,
  { id, queued_by }: Claim,
  { needs, findAuthor }: { needs: Permission | null; findAuthor: FindAuthor },
): Promise<Author | null> => {
  if (needs === null && queued_by === null) return null;
  const author = queued_by === null ? null : await findAuthor(tx, queued_by);
  if (!author) throw new FinalFailure('The user who started this was blocked or deleted.');
  if (needs !== null && !holds(author.role, needs)) {
    throw new FinalFailure(`The user ${author.login}, who started this, is no longer authorized to do it.`);
  }
  return { ...author, requestId: `job ${id}` };
};
