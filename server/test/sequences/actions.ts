import { CHOSEN_CAUSES, fromPesewas, MONTH_CODES, type PaymentSubmission, toPesewas } from '@banbo/contract';
import { expect } from 'vitest';
import { matchLateClaims } from '#domains/clearance';
import { buildDriver } from '../builders/drivers.ts';
import { buildPayment } from '../builders/payments.ts';
import { statementCsv } from '../builders/statements.ts';
import { submissionOf } from '../builders/submissions.ts';
import { SAME_PERSON } from '../drivers.ts';
import { importServer, statementsOf } from '../statement-imports.ts';
import { attemptsIn, chosen, claimsIn, creditUsesIn, moneyIn, pricesIn } from './choices.ts';
import { type Kind, PLANS, type Step } from './steps.ts';
import { type Driver, feeOf, type World } from './world.ts';

const reason = 'As the test says.';

type Action = (world: World, step: Step) => Promise<boolean>;

/** True when the call did what it says, false when it was refused. */
const call = async (world: World, ...asked: Parameters<World['inject']>): Promise<boolean> => {
  const { statusCode, body } = await world.inject(...asked);
  if (statusCode >= 500 || statusCode === 429) throw new Error(`${asked[0]} ${asked[1]}: ${body}`);
  return statusCode < 300;
};

const payerOf = ({ payers }: World, index: number): Driver => payers[index % payers.length] as Driver;
const idOf = ({ ids }: World, { id, transactionId }: Step): string => transactionId ?? ids[id] ?? '';
const feeOfStep = ({ fee, month }: Step) => fee ?? feeOf(month);

const submit: Action = async (world, step) => {
  const { car_number, driver_code } = payerOf(world, step.payer);
  const claim = {
    car_number,
    driver_code,
    amount: step.amount,
    transaction_id: idOf(world, step),
    ...feeOfStep(step),
  };
  return call(world, 'POST', '/payments', claim, null);
};

/** Of a claim that waits where it fits, mostly with its own amount. */
const capture: Action = async (world, step) => {
  const claim = step.transactionId
    ? undefined
    : chosen(await claimsIn(world, step.fits ? ['submitted'] : ['rejected', 'cleared']), step);
  const amount = claim && step.which % 3 > 0 ? claim.amount : step.amount;
  const transaction_id = claim?.transaction_id ?? idOf(world, step);
  const captured = { transaction_id, amount, mobile_number: '', reference: '', seen_in_account: true };
  return call(world, 'POST', '/payments/capture_momo', captured, step.by);
};

/** One fee for half of the money, another for the rest, which is credit where there is no other. */
const receive: Action = async (world, step) => {
  const { amount, month, which, by } = step;
  const half = toPesewas(amount) / 2n;
  const row = (index: number, fee: object) => {
    const { car_number, driver_code } = payerOf(world, index);
    return { car_number, driver_code, amount: fromPesewas(half), ...fee };
  };
  const payments = [row(step.payer, feeOf(month)), ...(which % 2 ? [row(which, feeOf((month + 1) % 4))] : [])];
  const rest = toPesewas(amount) - BigInt(payments.length) * half;
  const credit_to = rest > 0n ? { credit_to: payerOf(world, step.payer).driver_code } : {};
  const given = {
    mode: 'momo',
    transaction_id: idOf(world, step),
    amount,
    seen_in_account: true,
    payments,
    ...credit_to,
  };
  return call(world, 'POST', '/payments/receive', given, by);
};

/** A statement's whole import: a line about known money, and one about another ID. */
const importStatement: Action = async (world, step) => {
  const { it, ids } = world;
  const statements = statementsOf(it, world.staff[step.by]?.headers ?? {});
  const known = step.transactionId ? undefined : chosen(await moneyIn(world, ['open', 'matched']), step);
  const claim = chosen(await claimsIn(world, ['submitted']), step);
  const first = known && step.fits ? known.transaction_id : idOf(world, step);
  const second = claim?.transaction_id ?? ids[(step.id + 1) % ids.length] ?? '';
  const lines = [
    { date: '18/11/2026', id: first, amount: step.amount },
    ...(second === first || step.transactionId
      ? []
      : [{ date: '18/11/2026', id: second, amount: claim?.amount ?? step.amount }]),
  ];
  const { statusCode } = await statements.start(await statements.checked(statementCsv(lines)));
  const errors: unknown[] = [];
  await importServer(it, errors).runDue();
  expect(errors).toEqual([]);
  return statusCode < 300;
};

/** A decision on a payment in one of the states. */
const decide =
  (decision: string, states: Parameters<typeof claimsIn>[1]): Action =>
  async (world, step) => {
    const claim = chosen(await claimsIn(world, step.fits ? states : null, decision === 'clear'), step);
    if (!claim) return false;
    const cause = decision === 'reverse' ? { cause: CHOSEN_CAUSES[step.which % CHOSEN_CAUSES.length] } : {};
    return call(world, 'PATCH', `/clearance/${claim.id}`, { decision, reason, ...cause }, step.by);
  };

const clearWithOther: Action = async (world, step) => {
  const claim = chosen(await claimsIn(world, step.fits ? ['submitted'] : null), step);
  const money = chosen(await moneyIn(world, step.fits ? ['open'] : null), step);
  if (!claim || !money) return false;
  const decision = step.which % 2 ? 'clear' : 'credit';
  return call(world, 'PATCH', `/clearance/${claim.id}`, { decision, transfer_id: money.id }, step.by);
};

const award: Action = async (world, step) => {
  const found = chosen(await attemptsIn(world), step);
  if (!found) return false;
  const { id, attempt_id } = found;
  return call(world, 'PATCH', `/clearance/${id}`, { decision: 'award', attempt_id, reason }, step.by);
};

const clearReady: Action = async (world, { by }) => {
  const response = await world.inject('POST', '/clearance/clear_ready', undefined, by);
  expect(response.statusCode).toBe(200);
  return response.json().cleared > 0;
};

const correctClaim: Action = async (world, step) => {
  const claim = chosen(await claimsIn(world, step.fits ? ['submitted'] : null), step);
  if (!claim) return false;
  const path = claim.type_code === 'RF' ? 'reg_fees' : 'monthly_subscriptions';
  return call(world, 'PATCH', `/${path}/${claim.id}`, { transaction_id: idOf(world, step) }, step.by);
};

/** Decides on money in one of the states; `doubted` if a statement shows another amount. */
const decideMoney =
  (decision: string, states: Parameters<typeof moneyIn>[1], doubted = false): Action =>
  async (world, step) => {
    const money = chosen(await moneyIn(world, step.fits ? states : null, doubted && step.fits), step);
    if (!money) return false;
    const { car_number } = payerOf(world, step.payer);
    const body = decision === 'assign' ? { fee: { car_number, ...feeOfStep(step) } } : { reason };
    return call(world, 'PATCH', `/transfers/${money.id}`, { decision, ...body }, step.by);
  };

/** For the device or a month that is due, or for what a person has returned. */
const useCredit: Action = async (world, step) => {
  const { payer, month, by } = step;
  const returned = step.isPrepared ? chosen(await creditUsesIn(world, ['returned']), step) : undefined;
  const fee = month % 2 ? { payment_type: 'DP' } : feeOf(2);
  if (!returned) return call(world, 'POST', `/drivers/${payerOf(world, payer).id}/credit_uses`, fee, by);
  const { driver_id, type_code, payment_year, payment_month } = returned;
  const ofMonth = { payment_year, payment_month: MONTH_CODES[(payment_month ?? 1) - 1] };
  const again = { payment_type: type_code, ...(payment_month !== null && ofMonth) };
  return call(world, 'POST', `/drivers/${driver_id}/credit_uses`, again, by);
};

const returnCredit: Action = async (world, step) => {
  const use = chosen(await creditUsesIn(world, step.fits ? ['used'] : ['used', 'returned']), step);
  return use ? call(world, 'PATCH', `/drivers/${use.driver_id}/credit_uses/${use.id}`, { reason }, step.by) : false;
};

/** The other one of the staff approves what waits for a price, if anything does. */
const approvePrice = async (world: World, priceId: string, by: number): Promise<boolean> => {
  const waiting = world.it.db.selectFrom('approvals').select('id').where('subject_id', '=', priceId);
  const asked = await waiting.where('status', '=', 'asked').executeTakeFirst();
  return !asked || call(world, 'POST', `/approvals/${asked.id}/approve`, undefined, by);
};

const changePrice: Action = async (world, step) => {
  const price = chosen(await pricesIn(world), step);
  if (!price) return false;
  const isAsked = await call(world, 'PATCH', `/payment_list/${price.id}`, { amount: step.amount }, step.by);
  const isChanged = isAsked && (await approvePrice(world, price.id, 1 - step.by));
  if (isChanged) world.prices.set(`${price.type_code} ${price.plan ?? ''}`, step.amount);
  return isChanged;
};

const changeOfPlan: Action = async (world, { payer, which, by }) => {
  const { id } = world.payers[payer] as Driver;
  const plan = PLANS[which % PLANS.length] ?? 'monthly';
  const isChanged = await call(world, 'PATCH', `/drivers/${id}/plan`, { plan, from: '2026-11', reason }, by);
  if (isChanged) world.plans.set(id, plan);
  return isChanged;
};

/** Merges another record of the driver, some of whose payments may pay what is paid already. */
const mergeDuplicate: Action = async (world, { amount, payer, month, which, by, isPrepared }) => {
  const { it } = world;
  const into = payerOf(world, payer);
  const { driver: twin } = await buildDriver(it, { plan: PLANS[which % PLANS.length] });
  const paid = which % 2 ? submissionOf(twin, { amount }) : submissionOf(twin, { amount: '1900.00' });
  await buildPayment(it, { ...paid, transaction_id: world.freshId() });
  const fee = isPrepared ? world.freshFee().fee : feeOf(Math.max(1, month));
  const claim = { ...submissionOf(twin, { amount }), ...fee, transaction_id: world.freshId() };
  await buildPayment(it, claim as PaymentSubmission, which % 3 ? 'cleared' : 'reversed');
  const merged = { into: into.id, reason, same_person: SAME_PERSON };
  await call(world, 'POST', `/drivers/${twin.id}/merge`, merged, by);
  // One that pays debts of the other record waits for another person.
  const record = it.db.selectFrom('drivers').select('merged_into').where('id', '=', twin.id);
  const isMerged = (await record.executeTakeFirstOrThrow()).merged_into !== null;
  if (isMerged) world.merged.push(twin.id);
  return isMerged;
};

/** Mostly of the last one, since a later one into the same record stands on those before. */
const takeMergeBack: Action = async (world, step) => {
  const id = step.which % 4 ? world.merged.at(-1) : chosen(world.merged, step);
  if (id === undefined) return false;
  const isDone = await call(world, 'POST', `/drivers/${id}/merge/take_back`, undefined, step.by);
  if (isDone) world.merged.splice(world.merged.indexOf(id), 1);
  return isDone;
};

/** Each does its step, and says whether it did what it is there for. */
export const ACTIONS: Record<Kind, Action> = {
  submit,
  capture,
  receive,
  import: importStatement,
  'look for late claims': async ({ it }) => (await matchLateClaims(it.db, it.clock.now)) > 0,
  clear: decide('clear', ['submitted']),
  'clear with other money': clearWithOther,
  credit: decide('credit', ['submitted']),
  reject: decide('reject', ['submitted']),
  'undo a rejection': decide('undo', ['rejected']),
  reverse: decide('reverse', ['cleared']),
  award,
  'clear what is ready': clearReady,
  'correct a claim': correctClaim,
  'assign money': decideMoney('assign', ['open']),
  'dismiss money': decideMoney('dismiss', ['open']),
  'take money up': decideMoney('undo', ['dismissed']),
  'accept an amount': decideMoney('accept', ['open', 'matched'], true),
  'correct an amount': decideMoney('correct', ['open'], true),
  'use credit': useCredit,
  'return credit': returnCredit,
  'change a price': changePrice,
  'change a plan': changeOfPlan,
  'merge a duplicate': mergeDuplicate,
  'take a merge back': takeMergeBack,
};
