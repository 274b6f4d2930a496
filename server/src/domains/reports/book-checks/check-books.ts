import { formatInstant } from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { countHands } from '#domains/approvals';
import { audit } from '#domains/audit';
import { defineJob, queueJob } from '#domains/jobs';
import { checkHead, hashesOf } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import {
  addCheck,
  addFindings,
  type BookCheckRow,
  checkById,
  endCheck,
  keptHands,
  noteProved,
} from './book-checks.repo.ts';
import { type CheckPosition, checkPosition, KINDS, type KindName } from './checked-kinds.ts';
import { compareKeptHashes } from './compare-kept-hashes.ts';
import { compareOwed, findStrayJournals } from './compare-money.ts';

const ORDER = Object.keys(KINDS) as KindName[];

/** The position at the beginning of a kind; null after the last one. */
const beginOf = async (tx: Tx, of: KindName | undefined, done: number): Promise<CheckPosition | null> =>
  of === undefined ? null : { of, ...(await KINDS[of].begin(tx)), done };

/**
 * Describes hands and lone decisions that were deleted since a check counted them. Both are never
 * removed, and without them a person decides about their own money (docs/product/approvals.md, 4).
 */
const findLostHands = async (db: Db): Promise<string[]> => {
  const kept = await keptHands(db);
  if (kept === null) return [];
  const left = await countHands(db, kept);
  const when = formatInstant(kept.at.toISOString());
  const lost = (what: string, was: string, is: string): string[] =>
    BigInt(is) < BigInt(was) ? [`Of ${was} ${what} that the check of ${when} counted, ${is} are left.`] : [];
  return [
    ...lost('hands in records', kept.hand_count, left.hand_count),
    ...lost('decisions made alone', kept.alone_count, left.alone_count),
  ];
};

type CheckStep = { next: CheckPosition | null; done: number; postings: number };

/** Does the next step of a check and stores its differences; gives the position after it. */
const checkNext = async (
  tx: Tx,
  { check, position: given, now }: { check: string; position: CheckPosition | null; now: Date },
): Promise<CheckStep> => {
  const at = given ?? ((await beginOf(tx, ORDER[0], 0)) as CheckPosition);
  const { differences, to, records = 0, postings = 0 } = await KINDS[at.of].step(tx, at);
  const done = at.done + records;
  await addFindings(tx, check, { records, postings, differences });
  if (at.of === 'entries' && to === null) {
    const hash = (await hashesOf(tx, [at.upTo])).get(at.upTo);
    if (hash) await noteProved(tx, check, { number: at.upTo, hash });
  }
  if (to !== null) return { next: { ...at, after: to, done }, done, postings };
  const next = await beginOf(tx, ORDER[ORDER.indexOf(at.of) + 1], done);
  if (next) return { next, done, postings };
  const chain = [...(await checkHead(tx)), ...(await compareKeptHashes(tx))];
  const lost = await findLostHands(tx);
  const last = [...(await compareOwed(tx)), ...(await findStrayJournals(tx)), ...chain, ...lost];
  await addFindings(tx, check, { records: 0, postings: 0, differences: last });
  const hands = lost.length === 0 ? await countHands(tx) : null;
  await endCheck(tx, check, { now, holdsChain: chain.length === 0, hands });
  return { next: null, done, postings };
};

/**
 * Proves the chain of entries, that each balances, and that kept balances and the sums of received
 * money are those of the postings. Compares payments with the books and their receipts, and with
 * the books uses of credit, freed payments, opening credit, received money, refunds, journals,
 * closings of years, expenses, differences of cash-ups and ground rent, whose accounts must be what
 * is raised and paid. Then looks for missing receipt numbers, at the sums of unallocated money and
 * of refunds to pay, for journals over other accounts that records post to, at the head of the
 * books, at the hashes that were kept elsewhere, and for hands that were deleted. Stores the
 * differences in words.
 */
export const bookCheck = defineJob({
  name: 'check books',
  needs: null,
  input: z.object({ check: z.string() }),
  position: checkPosition,
  chunk: async (tx, { input: { check }, position: given, now }) => {
    const { next, done } = await checkNext(tx, { check, position: given, now });
    return { next, done };
  },
});

/** How far a check has come: the kind that it is at, and all that it has looked at. */
export type CheckProgress = { of: KindName; records: number; postings: number };

/** Checks the books at once, step by step, as the job does, and gives the finished check. */
export const checkBooksNow = async (
  db: Db,
  now: () => Date,
  tell: (progress: CheckProgress) => void = () => {},
): Promise<BookCheckRow> => {
  const check = await db.transaction().execute((tx) => addCheck(tx, { askedBy: null, byCommand: true, now: now() }));
  let at: CheckPosition | null = null;
  let postings = 0;
  do {
    const given: CheckPosition | null = at;
    const step: CheckStep = await db
      .transaction()
      .execute((tx) => checkNext(tx, { check, position: given, now: now() }));
    postings += step.postings;
    tell({ of: given?.of ?? 'entries', records: step.done, postings });
    at = step.next;
  } while (at !== null);
  return checkById(db, check);
};

const begin = async (tx: Tx, { askedBy, now }: { askedBy: string | null; now: Date }): Promise<string> => {
  const check = await addCheck(tx, { askedBy, now });
  await queueJob(tx, bookCheck, { check }, { by: null, now });
  return check;
};

/** Queues a check of the books that a person asks for. */
export const beginBookCheckFor = async (tx: Tx, { by, now }: { by: Caller; now: Date }): Promise<void> => {
  const id = await begin(tx, { askedBy: by.accountId, now });
  await audit(tx, by, { action: 'books.check', subject: { kind: 'book check', id, name: 'the books' } }, now);
};

/** Queues the nightly check. */
export const checkBooksNightly = (db: Db, now: Date): Promise<string> =>
  db.transaction().execute((tx) => begin(tx, { askedBy: null, now }));
