import { addDays, fromPesewas, type RentOutcome, rentPartOf, shareOf, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { tenanciesWithWaitingRent } from '#domains/payments';
import { pluck } from '#lib/values.ts';
import { rentRule, reviewsOf } from './rent-accounts.repo.ts';
import { type RentHolding, rentOfTenancies, standingRent, type YearsRent } from './rent-runs.repo.ts';

/** The charge that a tenancy gets, or why it gets none. */
export type JudgedRent = {
  holding: RentHolding;
  outcome: RentOutcome;
  charge: { amount: string; due_on: string; from_day: string | null; until_day: string | null } | null;
};

/** Judges the rent of a year of these tenancies, by what is raised on their plots already. */
export const judgeRent = async (db: Db, holdings: readonly RentHolding[], year: number): Promise<JudgedRent[]> => {
  const reviews = await reviewsOf(db, pluck(holdings, 'id'));
  const standing = await standingRent(db, pluck(holdings, 'plot_id'), year);
  const raised = new Set(pluck(standing, 'tenancy_id'));
  // A charge of a former tenancy may run on beyond its end, into the days of this one.
  const coveredUntil = ({ plot_id, held_from }: RentHolding): string | null =>
    standing.reduce<string | null>((last, one) => {
      const covers = one.plot_id === plot_id && one.from_day <= held_from && one.until_day > held_from;
      return covers && (last === null || one.until_day > last) ? one.until_day : last;
    }, null);
  const plots = new Set(pluck(standing, 'plot_id'));
  return holdings.map((holding) => {
    if (raised.has(holding.id)) return { holding, outcome: 'already_raised', charge: null };
    const covered = plots.has(holding.plot_id) ? coveredUntil(holding) : null;
    const terms = { ...holding, reviews: reviews.get(holding.id) ?? [] };
    const part = rentPartOf(terms, year, covered);
    if (!('amount' in part)) return { holding, outcome: part.outcome, charge: null };
    const { outcome, amount, from_day, until_day } = part;
    return { holding, outcome, charge: { amount: fromPesewas(amount), due_on: from_day, from_day, until_day } };
  });
};

const NOT_OWED = '0.00';

const penaltyOf = (
  rent: YearsRent | undefined,
  { day, graceDays, percent, waits }: { day: string; graceDays: number; percent: bigint; waits: boolean },
): { outcome: RentOutcome; amount: bigint } => {
  const none = (outcome: RentOutcome) => ({ outcome, amount: 0n });
  if (!rent) return none('not_raised');
  if (rent.has_penalty) return none('already_raised');
  if (rent.unpaid === NOT_OWED) return none('paid');
  // Nobody is late with rent that was not raised yet.
  const since = rent.raised_on > rent.due_on ? rent.raised_on : rent.due_on;
  if (addDays(since, graceDays) >= day) return none('in_grace');
  if (waits) return none('payment_waits');
  const amount = shareOf(toPesewas(rent.unpaid), percent, 10_000n);
  return amount === 0n ? none('no_rent') : { outcome: 'penalty', amount };
};

/** Judges the penalties on a year's rent of these tenancies by the rule that holds now. */
export const judgePenalties = async (
  db: Db,
  holdings: readonly RentHolding[],
  { year, day }: { year: number; day: string },
): Promise<JudgedRent[]> => {
  const { grace_days, penalty_percent } = await rentRule(db);
  if (grace_days === null || penalty_percent === null) throw new Error('Penalties are raised without a rule');
  const ids = pluck(holdings, 'id');
  const rents = new Map((await rentOfTenancies(db, ids, year)).map((rent) => [rent.tenancy_id, rent]));
  const waiting = await tenanciesWithWaitingRent(db, ids);
  const rule = { day, graceDays: grace_days, percent: toPesewas(penalty_percent) };
  return holdings.map((holding) => {
    const { outcome, amount } = penaltyOf(rents.get(holding.id), { ...rule, waits: waiting.has(holding.id) });
    const charge = { amount: fromPesewas(amount), due_on: day, from_day: null, until_day: null };
    return { holding, outcome, charge: outcome === 'penalty' ? charge : null };
  });
};
