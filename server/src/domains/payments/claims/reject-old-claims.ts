import { addDays, formatMoney, today } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { mobilesOf } from '#domains/drivers';
import { queueSms, type Words, wordsFor } from '#domains/messages';
import { readSite } from '#domains/site';
import { isOfDriver } from '../payer.repo.ts';
import { type ChangedPayment, transitionPayments } from '../payment-changes.ts';
import { clearedSince } from '../standing/standing.repo.ts';
import { idsOfOldClaims } from './claims.repo.ts';

/** Claims of one transaction, which locks some hundred rows for some milliseconds. */
const CHUNK = 100;
/** Bounds a run so that it ends before the next one, which takes the rest. */
const MAX_CHUNKS = 50;
const TEXT_HOURS = 48;

type WordsOfEnds = { one: Words<'claim_ended'>; several: Words<'claims_ended'> };

/** One text for all claims of a number, since strangers send claims and texts cost money. */
const textOf = (
  { one, several }: WordsOfEnds,
  claims: readonly ChangedPayment[],
  common: { company: string; days: string },
): string => {
  const [first] = claims;
  if (claims.length !== 1 || !first) return several({ ...common, count: String(claims.length) });
  return one({ ...common, amount: formatMoney(first.amount), transaction_id: first.transaction_id });
};

const tellPayers = async (tx: Tx, claims: readonly ChangedPayment[], days: number, now: Date): Promise<void> => {
  const byDriver = Map.groupBy(claims.filter(isOfDriver), ({ driver_id }) => driver_id);
  const { company_name: company } = await readSite(tx);
  const words = { one: await wordsFor(tx, 'claim_ended'), several: await wordsFor(tx, 'claims_ended') };
  const byNumber = Map.groupBy(await mobilesOf(tx, [...byDriver.keys()]), ({ mobile_number }) => mobile_number);
  const ofDrivers = [...byNumber].map(
    ([to, drivers]) => [to, drivers.flatMap(({ id }) => byDriver.get(id) ?? [])] as const,
  );
  const ofLand = Map.groupBy(
    claims.filter((claim) => !isOfDriver(claim)),
    ({ payer_number }) => payer_number,
  );
  for (const [to, theirs] of [...ofDrivers, ...ofLand]) {
    const text = textOf(words, theirs, { company, days: String(days) });
    if (to !== null) await queueSms(tx, { to, text, hours: TEXT_HOURS }, now);
  }
};

/**
 * Rejects claims that waited more than `days` whole days without a matching receipt, tells their
 * payers, and gives their number. Works in chunks, one transaction each; several servers may run
 * it at once. If the office cleared nothing in those days, it does not clear here, and nothing is
 * rejected.
 */
export const rejectClaimsWithoutReceipt = async (db: Db, days: number, now: Date): Promise<number> => {
  const day = addDays(today(now), -days - 1);
  if (!(await clearedSince(db, day))) return 0;
  const reason = `No receipt was found within ${days} days.`;
  let rejected = 0;
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
    const claims = await db.transaction().execute(async (tx) => {
      const ids = await idsOfOldClaims(tx, { day, limit: CHUNK });
      // Skips claims that another transaction is deciding on.
      const asked = { ids, change: 'reject', by: null, reason, skipOthers: true, now } as const;
      const { changed } = await transitionPayments(tx, asked);
      if (changed.length > 0) await tellPayers(tx, changed, days, now);
      return changed;
    });
    if (claims.length === 0) break;
    rejected += claims.length;
  }
  return rejected;
};
