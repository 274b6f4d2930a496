import {
  formatMoney,
  fromPesewas,
  Id,
  NewRentReview,
  plotName,
  RENT_KIND_LABELS,
  RentRuleChange,
  type RentRunKind,
  rentGivenUpBy,
  rentOf,
  today,
  toPesewas,
} from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { askOrApply, defineApproval, refuseWhileWaiting, type StaffHolders } from '#domains/approvals';
import { audit } from '#domains/audit';
import { post } from '#domains/ledger';
import { forgiving } from '#domains/payments';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { namesOfTenancies } from '../tenancies/tenancy-lists.repo.ts';
import { termsOf } from './rent-account.ts';
import {
  cancelCharge,
  insertRentReview,
  lastRaisedYear,
  lastReviewOf,
  lockHeldTenancy,
  lockRentRule,
  rentChargeById,
  setRentRule,
} from './rent-accounts.repo.ts';
import { entryOfCancellation } from './rent-books.ts';

type Asked<Body> = { id: string; body: Body; by: Caller; now: Date };
/** Of one account one such change waits at a time. */
const KINDS = ['land.rent_cancel', 'land.rent_review'] as const;

const nameOfAccount = async (tx: Tx, id: string): Promise<string> => {
  const names = (await namesOfTenancies(tx, [id])).get(id);
  return names ? `${names.indenture_number}, ${plotName(names)}` : id;
};

/**
 * The rent of a year before a review, which the tenancy and its charges must allow, and what the
 * review gives up in all years; both as money text.
 */
const judgeReview = async (tx: Tx, id: string, { from_year, ground_rent }: NewRentReview) => {
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
  const terms = await termsOf(tx, tenancy);
  return {
    was: fromPesewas(rentOf(terms, from_year).rent),
    givesUp: fromPesewas(rentGivenUpBy(terms, { from_year, ground_rent })),
  };
};

/** A reviewed rent, entered in its asker's name; a lower one gives up rent of years to come. */
const rentReviewApproval = defineApproval({
  kind: 'land.rent_review',
  input: NewRentReview,
  apply: async (tx, { input: review, subjectId: id, askedBy, by, isAlone, now }) => {
    const { was, givesUp } = await judgeReview(tx, id, review);
    const { from_year, reason } = review;
    const ground_rent = formatMoney(review.ground_rent);
    await insertRentReview(tx, { ...review, tenancy_id: id, entered_by: askedBy.accountId, entered_at: now });
    const name = await nameOfAccount(tx, id);
    const changes = { before: { ground_rent: formatMoney(was) }, after: { ground_rent, from_year, reason } };
    const subject = { kind: 'tenancy', id, name };
    await audit(tx, by, { action: 'rent_reviews.enter', subject, ...changes }, now);
    const words = `Rent of ${name} from ${from_year} on: ${ground_rent}, no longer ${formatMoney(was)}`;
    const forgiven = { kind: 'rent_review', tenancy_id: id, subject: words, amount: givesUp, reason } as const;
    await forgiving.note(tx, forgiven, { askedBy, by, isAlone, now });
    return { message: `From ${from_year} on the rent is ${ground_rent} a year.` };
  },
});

/**
 * Enters the reviewed rent of a tenancy from a year on. One that gives up more rent of all years
 * than one person may waits for another (docs/product/approvals.md, rule 9). Refused with 404
 * `not_found`, with 422 `refused` for a year before the tenancy, and with 409 `conflict` where that
 * year is raised or a change of the account waits.
 */
export const enterRentReview = async (
  tx: Tx,
  { id, body, by, now }: Asked<NewRentReview>,
  staff: StaffHolders,
): Promise<{ message: string; id: string | null }> => {
  for (const kind of KINDS) await refuseWhileWaiting(tx, kind, id);
  const { was, givesUp } = await judgeReview(tx, id, body);
  const because = await forgiving.whyWaits(tx, { by, now }, givesUp);
  const after = formatMoney(body.ground_rent);
  const changes = [{ field: `Rent from ${body.from_year} on`, before: formatMoney(was), after }];
  const subject = { id, name: await nameOfAccount(tx, id) };
  const asked = { because, subject, input: body, changes, reason: body.reason, by, now };
  const { message, applied } = await askOrApply(tx, rentReviewApproval, asked, staff);
  return { message, id: applied === null ? null : await lastReviewOf(tx, id) };
};

const chargeToCancel = async (tx: Tx, id: string) => {
  const known = existing(await rentChargeById(tx, id), 'charge');
  await lockHeldTenancy(tx, known.tenancy_id);
  // Somebody may have cancelled it while the tenancy was waited for.
  const charge = existing(await rentChargeById(tx, id), 'charge');
  if (charge.cancelled_at !== null) throw new Refusal('conflict', 'This charge is cancelled already.');
  return { charge, what: `${RENT_KIND_LABELS[charge.kind as RentRunKind]} of ${charge.year}` };
};

/** A charge that is cancelled and taken out of the books: rent that was owed is given up. */
const rentCancelApproval = defineApproval({
  kind: 'land.rent_cancel',
  input: z.strictObject({ charge: Id, reason: z.string() }),
  apply: async (tx, { input: { charge: id, reason }, ...made }) => {
    const { by, now } = made;
    const { charge, what } = await chargeToCancel(tx, id);
    const cancel = { cancelled_at: now, cancelled_on: today(now), cancelled_by: by.accountId, cancel_reason: reason };
    await cancelCharge(tx, id, cancel);
    const { tenancy_id, amount } = charge;
    const name = await nameOfAccount(tx, tenancy_id);
    const forgiven = { kind: 'rent_charge', tenancy_id, subject: `${what}: ${name}`, amount, reason } as const;
    await forgiving.note(tx, forgiven, made);
    await post(tx, [entryOfCancellation({ ...charge, ...cancel })], { by, now });
    const subject = { kind: 'tenancy', id: tenancy_id, name };
    const after = { charge: what, amount: formatMoney(amount), reason };
    await audit(tx, by, { action: 'rent_charges.cancel', subject, after }, now);
    return { message: `${what}: ${formatMoney(amount)} is cancelled.` };
  },
});

/**
 * Cancels a charge, or asks another person to where it gives up more than one may. Refused with 404
 * `not_found`, and with 409 `conflict` where it is cancelled or a change of its account waits.
 */
export const cancelRentCharge = async (
  tx: Tx,
  { id, body: { reason }, by, now }: Asked<{ reason: string }>,
  staff: StaffHolders,
): Promise<string> => {
  const { tenancy_id: tenancy } = existing(await rentChargeById(tx, id), 'charge');
  for (const kind of KINDS) await refuseWhileWaiting(tx, kind, tenancy);
  const { charge, what } = await chargeToCancel(tx, id);
  const because = await forgiving.whyWaits(tx, { by, now }, charge.amount);
  const changes = [{ field: what, before: formatMoney(charge.amount), after: 'cancelled' }];
  const subject = { id: tenancy, name: await nameOfAccount(tx, tenancy) };
  const asked = { because, subject, input: { charge: id, reason }, changes, reason, by, now };
  return (await askOrApply(tx, rentCancelApproval, asked, staff)).message;
};

type Rule = Omit<RentRuleChange, 'former'>;

const ruleInWords = ({ grace_days: days, penalty_percent: percent }: Rule): string =>
  days === null ? 'none' : `${percent} per cent after ${days} days`;

/** True where penalties come later or are lower by a rule than by the one before, or end. */
const isMilder = (rule: Rule, before: Rule): boolean => {
  if (before.grace_days === null || rule.grace_days === null) return before.grace_days !== null;
  const percents = [rule, before].map(({ penalty_percent }) => toPesewas(penalty_percent ?? '0.00'));
  return rule.grace_days > before.grace_days || (percents[0] ?? 0n) < (percents[1] ?? 0n);
};

/** The rule of penalties on all tenancies; a milder one gives up penalties that nobody adds up. */
const rentRuleApproval = defineApproval({
  kind: 'land.rent_rule',
  input: RentRuleChange,
  apply: async (tx, { input: { former, ...rule }, ...made }) => {
    const present = await lockRentRule(tx);
    if (ruleInWords(former) !== ruleInWords(present))
      throw new Refusal('conflict', 'The rule was changed meanwhile. Please look at it again.');
    await setRentRule(tx, rule);
    const subject = { kind: 'rent_rule', id: '1', name: 'penalties on ground rent' };
    const { by, now } = made;
    await audit(tx, by, { action: 'rent_rules.change', subject, before: present, after: rule }, now);
    const words = `Penalties on rent: ${ruleInWords(rule)}, no longer ${ruleInWords(present)}`;
    if (isMilder(rule, present)) await forgiving.note(tx, { kind: 'rent_rule', subject: words, amount: null }, made);
    const { grace_days, penalty_percent } = rule;
    return {
      message:
        grace_days === null
          ? 'No penalties are raised from now on.'
          : `Penalties are ${penalty_percent} per cent of a year’s unpaid rent, after ${grace_days} days.`,
    };
  },
});

/**
 * Changes the rule of penalties; a milder one waits for another person. Refused with 409 `conflict`
 * where it was changed meanwhile, or a change of it waits.
 */
export const changeRentRule = async (
  tx: Tx,
  { body, by, now }: { body: RentRuleChange; by: Caller; now: Date },
  staff: StaffHolders,
): Promise<string> => {
  const subject = { id: '1', name: 'penalties on ground rent' };
  await refuseWhileWaiting(tx, 'land.rent_rule', subject.id);
  const present = await lockRentRule(tx);
  const [before, after] = [ruleInWords(present), ruleInWords(body)];
  if (before === after) return 'The rule is so already.';
  const because = isMilder(body, present) ? await forgiving.whyWaits(tx, { by, now }, null, 'tenants') : null;
  const changes = [{ field: 'Penalties', before, after }];
  return (await askOrApply(tx, rentRuleApproval, { because, subject, input: body, changes, by, now }, staff)).message;
};

/** Changes that may give up rent, which wait for another person then. */
export const rentApprovals = { rentReviewApproval, rentCancelApproval, rentRuleApproval };
