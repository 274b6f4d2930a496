import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../../../test/book-checks.ts';
import { rowOf } from '../../../test/desk/harness.ts';
import { SAME_PERSON } from '../../../test/drivers.ts';
import { PAYOUT, startRefunds } from '../../../test/refunds/harness.ts';

let office: Awaited<ReturnType<typeof startRefunds>>;
beforeAll(async () => {
  office = await startRefunds();
});
afterAll(() => office.close());

/** A sequence of numbers below 1 that is the same in every run. */
const numbersFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** How often each step was done in all storms: in one of them a step may never fit. */
const done = new Map<string, number>();

type Answer = { status: number; body: { message?: string } };

test.each([1, 2, 3])(
  'storm %i of refunds, waivers, reversals, credit, merges and cheques pays out no more than came',
  async (seed) => {
    const { it, send, asker, other, clerk } = office;
    const { db } = it;
    const random = numbersFrom(seed);
    const pick = <T>(some: readonly T[]): T | undefined => some[Math.floor(random() * some.length)];
    const made = await Promise.all(Array.from({ length: 6 }, (_, n) => office.credited(n % 2 ? '1500.00' : '130.00')));
    const drivers = made.map(({ driver }) => driver);
    const people = [asker, other];
    let next = seed * 1000;
    const ids = async (table: 'refunds' | 'approvals' | 'payments' | 'transfers', status: string) =>
      (
        await db
          .selectFrom(table)
          .select('id')
          .where('status', '=', status as 'approved')
          .execute()
      ).map(({ id }) => id);
    const cheque = async () => {
      next += 1;
      const driver = pick(drivers);
      if (!driver) return;
      const given = { mode: 'cheque', transaction_id: String(next), bank: 'GCB BANK', payer_name: 'Ama Drawer' };
      const payments = [rowOf(driver, { payment_type: 'DP' })];
      const sums = { amount: '250.00', received_on: '2026-11-18', credit_to: driver.driver_code };
      return send('POST', '/payments/receive', { ...given, ...sums, payments }, clerk);
    };
    const steps: Record<string, () => Promise<unknown>> = {
      askCredit: async () => {
        const amount = `${1 + Math.floor(random() * 120)}.00`;
        return office.ask({ from: 'credit', driver_id: pick(drivers)?.id, amount }, pick(people));
      },
      askPayment: async () =>
        office.ask({ from: 'payment', payment_id: pick(await ids('payments', 'cleared')) }, pick(people)),
      askMoney: async () =>
        office.ask({ from: 'money', transfer_id: pick(await ids('transfers', 'open')), amount: '40.00' }, pick(people)),
      approve: async () => office.approve(pick(await ids('approvals', 'asked')) ?? '0', pick(people)),
      pay: async () => {
        next += 1;
        return office.change(pick(await ids('refunds', 'approved')) ?? '0', { ...PAYOUT, reference: `STORM${next}` });
      },
      withdraw: async () =>
        office.change(pick(await ids('refunds', 'approved')) ?? '0', { change: 'withdraw', reason: 'As credit.' }),
      reverse: async () => {
        const cause = pick(['wrong_car', 'never_came']);
        const id = pick(await ids('payments', 'cleared')) ?? '0';
        return office.decide(id, { decision: 'reverse', cause, reason: 'A slip.' }, pick(people));
      },
      waive: async () => {
        const fees = [{ payment_type: pick(['RF', 'DP']) }];
        return send(
          'POST',
          `/drivers/${pick(drivers)?.id}/waivers`,
          { kind: 'waiver', fees, reason: 'Ill.' },
          pick(people),
        );
      },
      useReturned: async () => {
        const use = pick(
          await db.selectFrom('credit_uses').select(['id', 'driver_id']).where('status', '=', 'used').execute(),
        );
        return use && send('PATCH', `/drivers/${use.driver_id}/credit_uses/${use.id}`, { reason: 'A slip.' }, clerk);
      },
      use: async () => send('POST', `/drivers/${pick(drivers)?.id}/credit_uses`, { payment_type: 'RF' }, clerk),
      cheque,
      chequeDecided: async () => {
        const cheques = db.selectFrom('transfers').select('id').where('mode', '=', 'cheque');
        const body = pick([{ decision: 'bank_paid' }, { decision: 'bounced', reason: 'Refer to drawer.' }]);
        return office.decideMoney(pick(await cheques.execute())?.id ?? '0', body ?? {}, pick(people));
      },
      merge: async () => {
        const [one, two] = [pick(drivers), pick(drivers)];
        if (!one || one === two || random() < 0.7) return;
        const body = { into: two?.id, reason: 'Registered twice.', same_person: SAME_PERSON };
        return send('POST', `/drivers/${one.id}/merge`, body, asker);
      },
    };
    const names = [...Object.keys(steps), 'askCredit', 'approve', 'approve', 'pay', 'pay'];
    const failed: string[] = [];
    const run = async () => {
      for (let n = 0; n < 60; n += 1) {
        const name = pick(names) ?? '';
        const answer = (await steps[name]?.()) as Answer | undefined;
        if (!answer) continue;
        if (answer.status < 300) done.set(name, (done.get(name) ?? 0) + 1);
        if (answer.status >= 500) failed.push(`${name}: ${JSON.stringify(answer.body)}`);
      }
    };
    await Promise.all(Array.from({ length: 6 }, run));
    expect(failed).toEqual([]);
    expect((await checkBooks(it)).differences).toEqual([]);
    for (const { id } of drivers) {
      const { merged_into } = (await send('GET', `/drivers/${id}`, undefined, asker)).body;
      if (merged_into) continue;
      const { status, body } = await send('GET', `/drivers/${id}/standing`, undefined, asker);
      expect(status).toBe(200);
      const [due, credit] = [Number(body.due_total), Number(body.credit)];
      expect(Math.round(credit * 100)).toBe(Number(await office.creditOfDriver(id)));
      expect(Number(body.owed)).toBeCloseTo(Math.max(0, due - credit), 2);
      const held = body.due.reduce((sum: number, fee: { paid: string }) => sum + Number(fee.paid), 0);
      expect(held).toBeLessThanOrEqual(Math.max(0, credit) + 0.001);
    }
  },
);

test('the storms did what they are about', () => {
  for (const name of ['askCredit', 'approve', 'reverse', 'cheque'])
    expect(done.get(name) ?? 0, name).toBeGreaterThan(0);
});
