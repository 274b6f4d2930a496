import { ARCHIVE_DAYS, type BookArchive, type NewArchive } from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { loginsOf } from '#domains/identity';
import { defineJob, isLost, jobProgress, queueJob } from '#domains/jobs';
import { entriesOfYear, holdBooks } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { yearsOfBooks } from '../books-calendar.ts';
import { ARCHIVE_PARTS } from './archive-parts.ts';
import {
  type Archive,
  addPieces,
  archiveById,
  deleteArchive,
  deleteArchivesBefore,
  insertArchive,
  listArchives,
  lockArchiveOf,
  nextArchiveId,
  noteMade,
  setRange,
} from './archives.repo.ts';

const DAY_MS = 86_400_000;

/** An auditor's archives hide phone numbers, and are apart from those of the office. */
export const isMaskedFor = ({ role }: Pick<Caller, 'role'>): boolean => role === 'Auditor';

export const archiveNoun = 'archive';

export const subjectOf = ({ id, year }: Pick<Archive, 'id' | 'year'>) => ({
  kind: archiveNoun,
  id,
  name: `Books of ${year}`,
});

const Position = z.object({
  part: z.number(),
  after: z.string().nullable(),
  /** Pieces that are written. */
  place: z.number(),
});

const ofEntries = ({ first_entry, last_entry }: Archive): number =>
  Number(BigInt(last_entry) - BigInt(first_entry)) + 1;

/** The entries that are written once a chunk ended; the other parts are small beside them. */
const doneOf = (archive: Archive, part: string, next: string | null): number => {
  if (part === 'accounts') return 0;
  const isWriting = part === 'entries' && next !== null;
  return isWriting ? Number(BigInt(next) - BigInt(archive.first_entry)) + 1 : ofEntries(archive);
};

/**
 * Holds the books, so that the balances and the range of entries are of one moment, and takes the
 * range anew: some may have been posted since it was asked for.
 */
const begin = async (tx: Tx, archive: Archive): Promise<Archive> => {
  await holdBooks(tx);
  const range = await entriesOfYear(tx, archive.year);
  return (range && (await setRange(tx, archive.id, range))) ?? archive;
};

/** Makes an archive piece by piece. An auditor whose days are over gets it no more. */
export const archiveJob = defineJob({
  name: 'archive books',
  needs: 'books.read',
  input: z.object({ archive_id: z.string() }),
  position: Position,
  chunk: async (tx, { input, position, now }) => {
    const { part: at, after, place } = position ?? { part: 0, after: null, place: 0 };
    const asked = await archiveById(tx, input.archive_id);
    const part = ARCHIVE_PARTS[at];
    if (!asked || !part) return { next: null, done: 0 };
    const archive = position === null ? await begin(tx, asked) : asked;
    const { pieces, next } = await part.write(tx, archive, after);
    await addPieces(tx, archive.id, pieces, place);
    const progress = { done: doneOf(archive, part.name, next), total: ofEntries(archive) };
    const isLast = next === null && at + 1 === ARCHIVE_PARTS.length;
    if (isLast) await noteMade(tx, archive.id, now);
    const following = { part: next === null ? at + 1 : at, after: next, place: place + pieces.length };
    return { ...progress, next: isLast ? null : following };
  },
});

type Asked<Body> = { body: Body; by: Caller; now: Date };

/**
 * Asks for the archive of a year, in place of the last one. Refused with 409 `conflict` while that
 * is being made, 422 `refused` for a year without entries.
 */
export const makeArchive = async (
  tx: Tx,
  { body: { year }, by, now }: Asked<NewArchive>,
): Promise<{ message: string; archive_id: string }> => {
  const is_masked = isMaskedFor(by);
  // Two who ask at once wait here for each other.
  await holdBooks(tx);
  const former = await lockArchiveOf(tx, year, is_masked);
  if (former && (await stateOf(tx, former)).status === 'making')
    throw new Refusal('conflict', `The archive of ${year} is being made already.`);
  const range = await entriesOfYear(tx, year);
  if (!range) throw refusalAt('refused', 'year', `There is nothing in the books of ${year}.`);
  if (former) await deleteArchive(tx, former.id);
  const id = await nextArchiveId(tx);
  const job_id = await queueJob(tx, archiveJob, { archive_id: id }, { by, now });
  const asked = { asked_by: by.accountId, asked_at: now, job_id };
  await insertArchive(tx, { id, year, is_masked, first_entry: range.first, last_entry: range.last, ...asked });
  await audit(tx, by, { action: 'books.make_archive', subject: subjectOf({ id, year }) }, now);
  return { message: `The archive of ${year} is being made.`, archive_id: id };
};

type State = Pick<BookArchive, 'status' | 'done' | 'total'>;

const stateOf = async (db: Db, archive: Archive): Promise<State> => {
  const total = ofEntries(archive);
  if (archive.made_at !== null) return { status: 'made', done: total, total };
  const job = await jobProgress(db, archive.job_id);
  return { status: isLost(job) ? 'failed' : 'making', done: job?.done ?? 0, total };
};

/** The archives that the caller may save; an auditor those that were made for auditors. */
export const showArchives = async (
  db: Db,
  { by, now }: { by: Caller; now: Date },
): Promise<{ years: number[]; archives: BookArchive[] }> => {
  const rows = await listArchives(db, { masked: isMaskedFor(by) ? true : null });
  const people = await loginsOf(db, pluck(rows, 'asked_by'));
  const archives: BookArchive[] = [];
  for (const row of rows) {
    const { id, year, first_entry, last_entry, asked_at, made_at, is_masked } = row;
    archives.push({
      ...{ id, year, ...(await stateOf(db, row)), first_entry, last_entry, is_masked },
      ...{ asked_by: people.get(row.asked_by) ?? '', asked_at: asked_at.toISOString() },
      made_at: made_at?.toISOString() ?? null,
      kept_until: new Date(asked_at.getTime() + ARCHIVE_DAYS * DAY_MS).toISOString(),
    });
  }
  return { years: await yearsOfBooks(db, now), archives };
};

/** Removes archives that were asked for too long ago. */
export const clearOldArchives = (db: Db, now: Date): Promise<void> =>
  deleteArchivesBefore(db, new Date(now.getTime() - ARCHIVE_DAYS * DAY_MS));
