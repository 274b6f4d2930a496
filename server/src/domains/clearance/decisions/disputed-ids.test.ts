import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { buildAttempt } from '../../../../test/builders/attempts.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { type Cases, startCases } from '../../../../test/cases/harness.ts';
import { SAME_PERSON } from '../../../../test/drivers.ts';
import { countWaiting } from '../../../../test/waiting.ts';

let cases: Cases;
beforeAll(async () => {
  cases = await startCases();
});
afterAll(() => cases.close());

test('a disputed ID shows both claimants, and can be given to the other one', async () => {
  const [first, second] = [await cases.newDriver(), await cases.newDriver()];
  const claim = submissionOf(first);
  const id = await buildPayment(cases.it, claim);
  await buildAttempt(cases.it, submissionOf(second, { transaction_id: claim.transaction_id }));
  const transfer = await buildTransfer(cases.it, { transaction_id: claim.transaction_id });
  const record = await cases.show(id);
  expect(record).toMatchObject({
    reason: 'disputed',
    claim: { payer: { driver: { driver_code: first.driver_code } } },
    claimants: [{ payer: { driver: { driver_code: second.driver_code } }, amount: '200.00', times: 1 }],
  });
  const [claimant] = record.claimants;
  const given = { decision: 'award', attempt_id: claimant.id };
  expect((await cases.decide(id, given)).body.message).toBe('Please give the reason in a few words.');
  const { body } = await cases.decide(id, { ...given, reason: 'Showed the message.' });
  expect(body.message).toBe(
    `The claim was rejected, and that of ${second.first_name} ${second.last_name} was cleared.`,
  );
  expect((await cases.paymentOf(id)).status).toBe('rejected');
  expect(await cases.moneyState(transfer)).toBe('matched');
  expect((await cases.decide(id, { ...given, reason: 'Again.' })).status).toBe(409);
});

test('of three claimants the one who is given the ID is cleared at once, as of two', async () => {
  const [first, second, third] = [await cases.newDriver(), await cases.newDriver(), await cases.newDriver()];
  const claim = submissionOf(first);
  const id = await buildPayment(cases.it, claim);
  const again = { transaction_id: claim.transaction_id };
  for (const driver of [second, third, first]) await buildAttempt(cases.it, submissionOf(driver, again));
  await buildTransfer(cases.it, again);
  const [claimant] = (await cases.show(id)).claimants;
  const given = { decision: 'award', attempt_id: claimant.id, reason: 'Showed the message.' };
  expect((await cases.decide(id, given)).body.message).toBe(
    `The claim was rejected, and that of ${second.first_name} ${second.last_name} was cleared.`,
  );
});

test('an attempt of another ID is nobody’s claim', async () => {
  const [one, other] = [submissionOf(await cases.newDriver()), submissionOf(await cases.newDriver())];
  const [id] = [await buildPayment(cases.it, one), await buildPayment(cases.it, other)];
  await buildAttempt(cases.it, submissionOf(await cases.newDriver(), { transaction_id: other.transaction_id }));
  const { id: attempt_id } = await cases.it.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('transaction_id', '=', other.transaction_id)
    .executeTakeFirstOrThrow();
  expect((await cases.decide(id, { decision: 'award', attempt_id, reason: 'Why not.' })).status).toBe(404);
  expect((await cases.decide(id, { decision: 'award', reason: 'Why not.' })).body.message).toBe(
    'Please choose the claimant.',
  );
  expect((await cases.paymentOf(id)).status).toBe('submitted');
});

test('an ID is not given to a driver whose fee was paid; nothing changes', async () => {
  const [claim, other] = [submissionOf(await cases.newDriver()), await cases.newDriver()];
  const id = await buildPayment(cases.it, claim);
  await buildAttempt(cases.it, submissionOf(other, { transaction_id: claim.transaction_id }));
  await buildPayment(cases.it, submissionOf(other), 'cleared');
  const [claimant] = (await cases.show(id)).claimants;
  const given = { decision: 'award', attempt_id: claimant.id, reason: 'Showed the message.' };
  expect((await cases.decide(id, given)).body).toMatchObject({ code: 'already_paid' });
  expect((await cases.paymentOf(id)).status).toBe('submitted');
});

test('rejecting frees the ID for the other claimant', async () => {
  const claim = submissionOf(await cases.newDriver());
  const id = await buildPayment(cases.it, claim);
  await cases.decide(id, { decision: 'reject', reason: 'Not theirs.' });
  const other = await buildPayment(
    cases.it,
    submissionOf(await cases.newDriver(), { transaction_id: claim.transaction_id }),
  );
  expect((await cases.paymentOf(other)).status).toBe('submitted');
  expect((await cases.decide(id, { decision: 'undo' })).body).toMatchObject({ code: 'transaction_id_taken' });
});

test('the claim of an ID can still be cleared against the other claimant', async () => {
  const claim = submissionOf(await cases.newDriver());
  const id = await buildPayment(cases.it, claim);
  await buildAttempt(cases.it, submissionOf(await cases.newDriver(), { transaction_id: claim.transaction_id }));
  await buildTransfer(cases.it, { transaction_id: claim.transaction_id });
  expect((await cases.decide(id, { decision: 'clear' })).status).toBe(200);
});

test('an ID that is given away while the other claimant is merged is kept, and can be given to the record that stays', async () => {
  const [second, kept] = [await cases.newDriver(), await cases.newDriver()];
  const claim = submissionOf(await cases.newDriver());
  const id = await buildPayment(cases.it, claim);
  await buildAttempt(cases.it, submissionOf(second, { transaction_id: claim.transaction_id }));
  const [claimant] = (await cases.show(id)).claimants;
  const award = { decision: 'award', attempt_id: claimant.id, reason: 'Showed the message.' };
  const merge = { into: kept.id, reason: 'Twice the same.', same_person: SAME_PERSON };
  const { db } = cases.it;
  const [isHeld, isFree] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The merge comes to what the claimant sent with both records locked.
  const holding = awaitLater(
    db.transaction().execute(async (tx) => {
      await tx.selectFrom('payment_attempts').select('id').where('driver_id', '=', second.id).forUpdate().execute();
      isHeld.resolve();
      await isFree.promise;
    }),
  );
  await isHeld.promise;
  const merging = awaitLater(cases.send('POST', `/drivers/${second.id}/merge`, merge, cases.admin));
  await expect.poll(() => countWaiting(db)).toBe(1);
  const awarding = awaitLater(cases.decide(id, award));
  await expect.poll(() => countWaiting(db)).toBe(2);
  isFree.resolve();
  await holding;
  expect(await merging).toMatchObject({ status: 200 });
  expect((await awarding).body.message).toMatch(
    /^The record of the other claimant has just been merged with another one/,
  );
  expect((await cases.paymentOf(id)).status).toBe('submitted');
  expect((await cases.show(id)).claimants).toMatchObject([{ payer: { driver: { driver_code: kept.driver_code } } }]);
  expect((await cases.decide(id, award)).status).toBe(200);
  expect((await cases.paymentOf(id)).status).toBe('rejected');
});
