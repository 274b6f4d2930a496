import {
  formatMoney,
  fromPesewas,
  Id,
  NewRentReview,
  plotName,
  RENT_KIND_LABELS,
  type RentRunKind,
  rentOf,
  today,
  toPesewas,
} from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { askOrApply, defineApproval, refuseWhileWaiting, type StaffHolders } from '#domains/approvals';
import { audit } from '#domains/audit';
import { post } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { namesOfTenancies } from '../tenancies/tenancy-lists.repo.ts';
import { termsOf } from './rent-account.ts';
import {
  cancelCharge,
  insertRentReview,
  lastRaisedYear,
  lockHeldTenancy,
  rentChargeById,
} from './rent-accounts.repo.ts';
import { entryOfCancellation } from './rent-books.ts';

type Asked<Body> = { id: string; body: Body; by: Caller; now: Date };
export type WithStaff = { staff: StaffHolders };
type Made = { by: Caller; now: Date };

/** Of one account one such change waits at a time. */
const KINDS = ['land.rent_cancel', 'land.rent_review'] as const;

const nameOfAccount = async (tx: Tx, id: string): Promise<string> => {
  const names = (await namesOfTenancies(tx, [id])).get(id);
  return names ? `${names.indenture_number}, ${plotName(names)}` : id;
};

/** The rent of a year before a review, which the tenancy and its charges must allow. */
const judgeReview = async (tx: Tx, id: string, { from_year }: NewRentReview): Promise<bigint> => {
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
  return rentOf(await termsOf(tx, tenancy), from_year).rent;
};

/** Enters a review in the name of its asker; the audit log has the approver. */
const storeReview = async (
  tx: Tx,
  { id, body: { from_year, ground_rent, reason }, enteredBy, by, now }: Asked<NewRentReview> & { enteredBy: string },
): Promise<{ message: string; id: string }> => {
  const before = await judgeReview(tx, id, { from_year, ground_rent, reason });
  const entered = { tenancy_id: id, from_year, ground_rent, reason, entered_by: enteredBy, entered_at: now };
  const review = await insertRentReview(tx, entered);
  const subject = { kind: 'tenancy', id, name: await nameOfAccount(tx, id) };
  const changes = {
    before: { ground_rent: formatMoney(fromPesewas(before)) },
    after: { ground_rent: formatMoney(ground_rent), from_year, reason },
  };
  await audit(tx, by, { action: 'rent_reviews.enter', subject, ...changes }, now);
  return { message: `From ${from_year} on the rent is ${formatMoney(ground_rent)} a year.`, id: review };
};

/** A rent lower than before, which gives up rent of all years to come. */
const rentReviewApproval = defineApproval({
  kind: 'land.rent_review',
  input: NewRentReview,
  apply: (tx, { input: body, subjectId: id, askedBy, by, now }) =>
    storeReview(tx, { id, body, enteredBy: askedBy.accountId, by, now }),
});

/**
 * Enters the reviewed rent of a tenancy from a year on; a lower one waits for another person.
 * Refused with 404 `not_found`, with 422 `refused` for a year before the tenancy, and with 409
 * `conflict` where that year is raised or a change of the account waits.
 */
export const enterRentReview = async (
  tx: Tx,
  { id, body, by, now }: Asked<NewRentReview>,
  staff: StaffHolders,
): Promise<{ message: string; id: string | null }> => {
  for (const kind of KINDS) await refuseWhileWaiting(tx, kind, id);
  const before = await judgeReview(tx, id, body);
  if (toPesewas(body.ground_rent) >= before) return storeReview(tx, { id, body, enteredBy: by.accountId, by, now });
  const was = formatMoney(fromPesewas(before));
  const changes = [{ field: `Rent from ${body.from_year} on`, before: was, after: formatMoney(body.ground_rent) }];
  const subject = { id, name: await nameOfAccount(tx, id) };
  const because = `It lowers the rent, which was ${was} a year.`;
  const asked = { because, subject, input: body, changes, reason: body.reason, by, now };
  return { message: (await askOrApply(tx, rentReviewApproval, asked, staff)).message, id: null };
};

const chargeToCancel = async (tx: Tx, id: string) => {
  const known = existing(await rentChargeById(tx, id), 'charge');
  await lockHeldTenancy(tx, known.tenancy_id);
  // Somebody may have cancelled it while the tenancy was waited for.
  const charge = existing(await rentChargeById(tx, id), 'charge');
  if (charge.cancelled_at !== null) throw new Refusal('conflict', 'This charge is cancelled already.');
  return { charge, what: `${RENT_KIND_LABELS[charge.kind as RentRunKind]} of ${charge.year}` };
};

/** Cancels a charge and takes it out of the books. Refused with 404 or 409. */
const applyCancellation = async (
  tx: Tx,
  { id, reason }: { id: string; reason: string },
  { by, now }: Made,
): Promise<string> => {
  const { charge, what } = await chargeToCancel(tx, id);
  const cancelled_on = today(now);
  await cancelCharge(tx, id, { cancelled_at: now, cancelled_on, cancelled_by: by.accountId, cancel_reason: reason });
  await post(tx, [entryOfCancellation({ ...charge, cancelled_on })], { by, now });
  const subject = { kind: 'tenancy', id: charge.tenancy_id, name: await nameOfAccount(tx, charge.tenancy_id) };
  const after = { charge: what, amount: formatMoney(charge.amount), reason };
  await audit(tx, by, { action: 'rent_charges.cancel', subject, after }, now);
  return `${what}: ${formatMoney(charge.amount)} is cancelled.`;
};

/** A charge that is cancelled: rent that was owed is given up without money. */
const rentCancelApproval = defineApproval({
  kind: 'land.rent_cancel',
  input: z.strictObject({ charge: Id, reason: z.string() }),
  apply: async (tx, { input: { charge, reason }, by, now }) => ({
    message: await applyCancellation(tx, { id: charge, reason }, { by, now }),
  }),
});

/**
 * Asks another person for the cancellation of a charge. Refused with 404 `not_found`, and with 409
 * `conflict` where it is cancelled or a change of its account waits.
 */
export const cancelRentCharge = async (
  tx: Tx,
  { id, body: { reason }, by, now }: Asked<{ reason: string }>,
  staff: StaffHolders,
): Promise<string> => {
  const { tenancy_id: tenancy } = existing(await rentChargeById(tx, id), 'charge');
  for (const kind of KINDS) await refuseWhileWaiting(tx, kind, tenancy);
  const { charge, what } = await chargeToCancel(tx, id);
  const changes = [{ field: what, before: formatMoney(charge.amount), after: 'cancelled' }];
  const subject = { id: tenancy, name: await nameOfAccount(tx, tenancy) };
  const because = `It gives up ${formatMoney(charge.amount)} of rent that was raised.`;
  const asked = { because, subject, input: { charge: id, reason }, changes, reason, by, now };
  return (await askOrApply(tx, rentCancelApproval, asked, staff)).message;
};

/** Changes that give up rent, each of which another person approves. */
export const rentApprovals = { rentReviewApproval, rentCancelApproval };
