import {
  formatMoney,
  fromPesewas,
  type NewRentReview,
  plotName,
  RENT_KIND_LABELS,
  type RentAccount,
  type RentRuleChange,
  type RentRunKind,
  rentCarriedOver,
  rentOf,
  today,
  toPesewas,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { loginsOf } from '#domains/identity';
import { post } from '#domains/ledger';
import { rentPaymentsOf } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { namesOfTenancies } from '../tenancies/tenancy-lists.repo.ts';
import {
  cancelCharge,
  chargesOf,
  enteredReviews,
  type HeldTenancy,
  heldTenancy,
  insertRentReview,
  lastRaisedYear,
  lockHeldTenancy,
  lockRentRule,
  rentChargeById,
  rentSums,
  reviewsOf,
  setRentRule,
} from './rent-accounts.repo.ts';
import { entryOfCancellation } from './rent-books.ts';

const termsOf = async (db: Db, tenancy: HeldTenancy) => ({
  ...tenancy,
  reviews: (await reviewsOf(db, [tenancy.id])).get(tenancy.id) ?? [],
});

/** The rent that is owed on a tenancy, `0.00` for none. */
export const rentOwed = async (db: Db, tenancyId: string): Promise<string> =>
  (await rentSums(db, tenancyId))?.owed ?? '0.00';

/** The yearly rent with which a record goes on that follows a tenancy on a day. */
export const rentOfNextRecord = async (
  db: Db,
  tenancy: HeldTenancy,
  day: string,
): Promise<{ ground_rent: string; rent_from: number }> => {
  const { pesewas, rent_from } = rentCarriedOver(await termsOf(db, tenancy), Number(day.slice(0, 4)));
  return { ground_rent: fromPesewas(pesewas), rent_from };
};

/** The rent account of a tenancy; undefined where there is no such tenancy. */
export const showRentAccount = async (
  db: Db,
  { id, now }: { id: string; now: Date },
): Promise<RentAccount | undefined> => {
  const tenancy = await heldTenancy(db, id);
  const names = (await namesOfTenancies(db, [id])).get(id);
  if (!tenancy || !names) return undefined;
  const sums = await rentSums(db, id);
  const { charged, paid, owed_since } = sums ?? { charged: '0.00', paid: '0.00', owed_since: null };
  const { rent, due } = rentOf(await termsOf(db, tenancy), Number(today(now).slice(0, 4)));
  const charges = await chargesOf(db, id);
  const reviews = await enteredReviews(db, id);
  const people = [...pluck(reviews, 'entered_by'), ...pluck(charges, 'cancelled_by')].filter((one) => one !== null);
  const logins = await loginsOf(db, people);
  return {
    ...{ id, ...names, held_from: tenancy.held_from, held_until: tenancy.held_until },
    ...{ review_years: tenancy.review_years, review_percent: tenancy.review_percent },
    ...{ charged, paid, balance: fromPesewas(toPesewas(charged) - toPesewas(paid)), owed_since },
    ...{ rent_now: fromPesewas(rent), review_due: due },
    charges: charges.map(({ raised_at, cancelled_at, cancelled_by, kind, ...charge }) => ({
      ...charge,
      kind: kind as RentRunKind,
      raised_at: raised_at.toISOString(),
      cancelled_at: cancelled_at?.toISOString() ?? null,
      cancelled_by: cancelled_by === null ? null : (logins.get(cancelled_by) ?? ''),
    })),
    payments: await rentPaymentsOf(db, id),
    reviews: reviews.map(({ entered_at, entered_by, ...review }) => ({
      ...review,
      entered_at: entered_at.toISOString(),
      entered_by: logins.get(entered_by) ?? '',
    })),
  };
};

type Asked<Body> = { id: string; body: Body; by: Caller; now: Date };

const nameOfAccount = async (tx: Tx, id: string): Promise<string> => {
  const names = (await namesOfTenancies(tx, [id])).get(id);
  return names ? `${names.indenture_number}, ${plotName(names)}` : id;
};

/**
 * Enters the reviewed rent of a tenancy from a year on. Refused with 404 `not_found`, with 422
 * `refused` for a year before the tenancy, and with 409 `conflict` where that year is raised.
 */
export const enterRentReview = async (
  tx: Tx,
  { id, body, by, now }: Asked<NewRentReview>,
): Promise<{ message: string; id: string }> => {
  const { from_year, ground_rent, reason } = body;
  const tenancy = existing(await lockHeldTenancy(tx, id), 'tenancy');
  const first = Math.max(Number(tenancy.held_from.slice(0, 4)), tenancy.rent_from ?? 0);
  if (from_year < first) throw refusalAt('refused', 'from_year', `This rent is kept from ${first} on.`);
  if (tenancy.held_until !== null && `${from_year}-01-01` >= tenancy.held_until)
    throw refusalAt('refused', 'from_year', 'The tenancy had ended before this year.');
  const raised = await lastRaisedYear(tx, id, from_year);
  if (raised !== null)
    throw new Refusal(
      'conflict',
      `The rent of ${raised} is raised already. Cancel its charge before the rent changes.`,
    );
  const before = rentOf(await termsOf(tx, tenancy), from_year);
  const entered = { tenancy_id: id, from_year, ground_rent, reason, entered_by: by.accountId, entered_at: now };
  const review = await insertRentReview(tx, entered);
  const subject = { kind: 'tenancy', id, name: await nameOfAccount(tx, id) };
  const changes = {
    before: { ground_rent: formatMoney(fromPesewas(before.rent)) },
    after: { ground_rent: formatMoney(ground_rent), from_year, reason },
  };
  await audit(tx, by, { action: 'rent_reviews.enter', subject, ...changes }, now);
  return { message: `From ${from_year} on the rent is ${formatMoney(ground_rent)} a year.`, id: review };
};

/** Cancels a charge and takes it out of the books. Refused with 404 or 409. */
export const cancelRentCharge = async (
  tx: Tx,
  { id, body: { reason }, by, now }: Asked<{ reason: string }>,
): Promise<string> => {
  const known = existing(await rentChargeById(tx, id), 'charge');
  await lockHeldTenancy(tx, known.tenancy_id);
  // Somebody may have cancelled it while the tenancy was waited for.
  const charge = existing(await rentChargeById(tx, id), 'charge');
  if (charge.cancelled_at !== null) throw new Refusal('conflict', 'This charge is cancelled already.');
  const cancelled_on = today(now);
  await cancelCharge(tx, id, { cancelled_at: now, cancelled_on, cancelled_by: by.accountId, cancel_reason: reason });
  await post(tx, [entryOfCancellation({ ...charge, cancelled_on })], { by, now });
  const what = `${RENT_KIND_LABELS[charge.kind as RentRunKind]} of ${charge.year}`;
  const subject = { kind: 'tenancy', id: charge.tenancy_id, name: await nameOfAccount(tx, charge.tenancy_id) };
  const after = { charge: what, amount: formatMoney(charge.amount), reason };
  await audit(tx, by, { action: 'rent_charges.cancel', subject, after }, now);
  return `${what}: ${formatMoney(charge.amount)} is cancelled.`;
};

/** Changes the rule of penalties. Refused with 409 `conflict` where it was changed meanwhile. */
export const changeRentRule = async (
  tx: Tx,
  { body: { former, ...rule }, by, now }: { body: RentRuleChange; by: Caller; now: Date },
): Promise<string> => {
  const present = await lockRentRule(tx);
  const isAs = (other: typeof rule) =>
    other.grace_days === present.grace_days && other.penalty_percent === present.penalty_percent;
  if (isAs(rule)) return 'The rule is so already.';
  if (!isAs(former)) throw new Refusal('conflict', 'The rule was changed meanwhile. Please look at it again.');
  await setRentRule(tx, rule);
  const subject = { kind: 'rent_rule', id: '1', name: 'penalties on ground rent' };
  await audit(tx, by, { action: 'rent_rules.change', subject, before: { ...present }, after: { ...rule } }, now);
  return rule.grace_days === null
    ? 'No penalties are raised from now on.'
    : `Penalties are ${rule.penalty_percent} per cent of a year’s unpaid rent, after ${rule.grace_days} days.`;
};
