import {
  formatMoney,
  fromPesewas,
  GROUND_RENT,
  type NewRentRun,
  RENT_KIND_LABELS,
  type RentRun,
  type RentRunState,
  rentRunLineList,
  rentRunList,
  today,
  toPesewas,
} from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { waitBriefly } from '#db/wait-briefly.ts';
import { audit } from '#domains/audit';
import { loginsOf } from '#domains/identity';
import { defineJob, FinalFailure, isAtWork, isLost, jobProgress, queueJob } from '#domains/jobs';
import { accountByCode, post, revenueAccount } from '#domains/ledger';
import type { Author, Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { namesOfTenancies } from '../tenancies/tenancy-lists.repo.ts';
import { zoneName } from '../zones/zones.repo.ts';
import { type JudgedRent, judgePenalties, judgeRent } from './judge-rent.ts';
import { rentRule } from './rent-accounts.repo.ts';
import { entryOfRentBatch } from './rent-books.ts';
import {
  countHoldings,
  endLostDryRuns,
  endRentRun,
  forgetRentLines,
  insertRentBatch,
  insertRentRun,
  keepRentLines,
  lockRaisingRun,
  lockRentRun,
  nextHoldings,
  nextRentRunId,
  type RentRunStored,
  rentRunById,
  rentRunLinesSql,
  rentRunsSql,
  sumsOfRun,
} from './rent-runs.repo.ts';

const NOUN = 'rent run';

/** Tenancies per chunk, which takes some tenths of a second. */
const CHUNK = 1000;

/** `Ground rent of 2026`. */
const nameOf = ({ kind, year }: Pick<RentRunStored, 'kind' | 'year'>): string => `${RENT_KIND_LABELS[kind]} of ${year}`;

/** Stores what is raised as a batch: its charges, its entry in the books, its line in the log. */
const raise = async (
  tx: Tx,
  run: RentRunStored,
  judged: readonly JudgedRent[],
  { by, now }: { by: Author; now: Date },
): Promise<void> => {
  const charges = judged.flatMap(({ holding: { id, plot_id, tenant_id }, charge }) =>
    charge === null ? [] : [{ tenancy_id: id, plot_id, tenant_id, ...charge }],
  );
  if (charges.length === 0) return;
  const total = fromPesewas(charges.reduce((sum, { amount }) => sum + toPesewas(amount), 0n));
  const { kind, year } = run;
  const batch = {
    ...{ run_id: run.id, kind, year, day: today(now), count: charges.length, total },
    ...{ raised_by: by.accountId, raised_at: now },
  };
  const id = await insertRentBatch(tx, batch, charges);
  await post(tx, [entryOfRentBatch({ ...batch, id })], { by, now });
  const after = { tenancies: charges.length, total: formatMoney(total) };
  await audit(
    tx,
    by,
    { action: 'rent_runs.raise', subject: { kind: NOUN, id: run.id, name: nameOf(run) }, after },
    now,
  );
};

const linesOf = (judged: readonly JudgedRent[]) =>
  judged.map(({ holding: { id, zone_id }, outcome, charge }) => ({
    ...{ tenancy_id: id, zone_id, outcome, amount: charge?.amount ?? null },
    ...{ from_day: charge?.from_day ?? null, until_day: charge?.until_day ?? null },
  }));

/**
 * Raises ground rent or penalties of a year, tenancies in the order of their ids. It holds the
 * tenancies of a chunk, so that a transfer ends before it is judged, or waits and sees the charge.
 */
export const rentRunJob = defineJob({
  name: 'raise ground rent',
  needs: 'land.rent',
  input: z.object({ run_id: z.string() }),
  position: z.object({ after: z.string(), done: z.number(), total: z.number() }),
  chunk: async (tx, { input: { run_id }, position, by, now }) => {
    await waitBriefly(tx);
    const run = await lockRentRun(tx, run_id);
    const { after, done, total } = position ?? { after: '0', done: 0, total: null };
    if (run?.state !== 'running' || by === null) return { next: null, done };
    if (run.kind === 'penalty' && (await rentRule(tx)).grace_days === null)
      throw new FinalFailure('The rule of penalties was taken away.');
    const { zone_id: zoneId, year, is_dry } = run;
    const all = total ?? (await countHoldings(tx, zoneId));
    const holdings = await nextHoldings(tx, { after, zoneId, limit: CHUNK, isLocked: !is_dry });
    const judged =
      run.kind === 'rent'
        ? await judgeRent(tx, holdings, year)
        : await judgePenalties(tx, holdings, { year, day: today(now) });
    if (!is_dry) await raise(tx, run, judged, { by, now });
    const raised = judged.flatMap(({ charge }) => charge ?? []);
    const amount = fromPesewas(raised.reduce((sum, charge) => sum + toPesewas(charge.amount), 0n));
    await keepRentLines(tx, run_id, linesOf(judged), { count: raised.length, amount });
    // Looks once more after the last ones: transfers may have made others meanwhile.
    const last = holdings.at(-1);
    if (!last) await endRentRun(tx, run_id, { state: 'done', now });
    const looked = done + holdings.length;
    return { next: last ? { after: last.id, done: looked, total: all } : null, done: looked, total: all };
  },
});

const busy = (run: RentRunStored): Refusal =>
  new Refusal('conflict', `${nameOf(run)} is being raised now. Please wait until it is done, or stop it.`);

/** Refuses while another run raises; one whose job was lost is ended. */
const endLostRun = async (tx: Tx, now: Date): Promise<void> => {
  const raising = await lockRaisingRun(tx);
  if (!raising) return;
  if (!isLost(await jobProgress(tx, raising.job_id))) throw busy(raising);
  await endRentRun(tx, raising.id, { state: 'stopped', now, stop_reason: 'Its job failed.' });
};

/**
 * Starts a run. Refused with 422 `refused` for a year that has not begun or a zone that there is
 * not, and with 409 `conflict` for penalties without a rule or while another run raises.
 */
export const startRentRun = async (
  tx: Tx,
  { body, by, now }: { body: NewRentRun; by: Caller; now: Date },
): Promise<{ message: string; id: string }> => {
  const { kind, year, zone_id, is_dry } = body;
  if (year > Number(today(now).slice(0, 4)))
    throw refusalAt('refused', 'year', `${year} has not begun. Rent falls due on its first day.`);
  const zone = zone_id === null ? null : await zoneName(tx, zone_id);
  if (zone === undefined) throw refusalAt('refused', 'zone_id', 'There is no such zone.');
  if (kind === 'penalty' && (await rentRule(tx)).grace_days === null)
    throw new Refusal('conflict', 'No rule of penalties is set. Somebody who may set land up gives it first.');
  if (!(await accountByCode(tx, revenueAccount(GROUND_RENT))))
    throw new Refusal(
      'conflict',
      `The payment type ${GROUND_RENT} of ground rent is missing, so the books cannot take it.`,
    );
  if (!is_dry) await endLostRun(tx, now);
  const id = await nextRentRunId(tx);
  const job_id = await queueJob(tx, rentRunJob, { run_id: id }, { by, now });
  const stored = { ...body, job_id, asked_by: by.accountId, asked_at: now };
  if (!(await insertRentRun(tx, id, stored)))
    throw new Refusal('conflict', 'Somebody else has just started raising. Please look at the list of runs.');
  const subject = { kind: NOUN, id, name: nameOf(body) };
  const after = { zone: zone ?? 'All zones' };
  await audit(tx, by, { action: is_dry ? 'rent_runs.look' : 'rent_runs.start', subject, after }, now);
  return { message: is_dry ? `${nameOf(body)} is looked through.` : `${nameOf(body)} is being raised.`, id };
};

/** Stops a run before its next chunk. Refused with 404 `not_found`, or 409 once it ended. */
export const stopRentRun = async (
  tx: Tx,
  { id, body: { reason }, by, now }: { id: string; body: { reason: string }; by: Caller; now: Date },
): Promise<string> => {
  const run = existing(await lockRentRun(tx, id), NOUN);
  if (run.state !== 'running') throw new Refusal('conflict', `This run is ${run.state} already.`);
  await endRentRun(tx, id, { state: 'stopped', now, stop_reason: reason });
  const subject = { kind: NOUN, id, name: nameOf(run) };
  const after = { reason, raised: run.raised, amount: formatMoney(run.amount) };
  await audit(tx, by, { action: 'rent_runs.stop', subject, after }, now);
  return `${nameOf(run)} is stopped. What was raised stays; it can be started again at any time.`;
};

const stateOf = async (db: Db, { state, job_id }: Pick<RentRunStored, 'state' | 'job_id'>) => {
  if (state !== 'running') return { state: state as RentRunState, failure: '', total: null };
  const job = await jobProgress(db, job_id);
  const failure = isAtWork(job) || isLost(job) ? (job?.failure ?? '') : '';
  return { state: isLost(job) ? ('failed' as const) : ('running' as const), failure, total: job?.total ?? null };
};

const shown = <Row extends Omit<RentRunStored, 'stop_reason'>>({ job_id: _, asked_by: __, ...row }: Row) => ({
  ...row,
  asked_at: row.asked_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
});

/** A run with its counts and sums; undefined where there is none. */
export const showRentRun = async (db: Db, { id }: { id: string }): Promise<RentRun | undefined> => {
  const run = await rentRunById(db, id);
  if (!run) return undefined;
  const zones = await sumsOfRun(db, id);
  const sums = new Map<string, RentRun['sums'][number]>();
  for (const { outcome, count, amount } of zones) {
    const before = sums.get(outcome) ?? { outcome, count: 0, amount: '0.00' };
    const sum = fromPesewas(toPesewas(before.amount) + toPesewas(amount));
    sums.set(outcome, { outcome, count: before.count + count, amount: sum });
  }
  return {
    ...shown(run),
    ...(await stateOf(db, run)),
    zone: run.zone_id === null ? null : ((await zoneName(db, run.zone_id)) ?? null),
    asked_by: (await loginsOf(db, [run.asked_by])).get(run.asked_by) ?? '',
    ...{ sums: [...sums.values()], zones },
  };
};

export const rentRunsSource = listSource(rentRunList, rentRunsSql, async (rows, db) => {
  const logins = await loginsOf(db, pluck(rows, 'asked_by'));
  const states: RentRunState[] = [];
  for (const row of rows) states.push((await stateOf(db, row)).state);
  return rows.map((row, n) => ({
    ...shown(row),
    state: states[n] ?? row.state,
    asked_by: logins.get(row.asked_by) ?? '',
  }));
});

export const rentRunLinesSource = listSource(rentRunLineList, rentRunLinesSql, async (rows, db) => {
  const names = await namesOfTenancies(db, pluck(rows, 'tenancy_id'));
  return rows.flatMap(({ tenancy_id: id, ...row }) => {
    const of = names.get(id);
    return of ? [{ id, ...row, ...of }] : [];
  });
});

const KEPT_DAYS = 60;
const FORGOTTEN = 5000;

/** Removes the lines of runs that ended some weeks ago, a chunk each transaction. */
export const clearOldRentRuns = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await db.transaction().execute((tx) => endLostDryRuns(tx, before, now));
  for (let n = 0; n < 50; n += 1) {
    if (!(await db.transaction().execute((tx) => forgetRentLines(tx, before, FORGOTTEN)))) return;
  }
};
