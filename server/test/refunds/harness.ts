import { balanceOf, creditOf } from '#domains/ledger';
import { buildDriver } from '../builders/drivers.ts';
import { buildCaller } from '../builders/identity.ts';
import { buildPayment } from '../builders/payments.ts';
import { nextTransactionId, submissionOf } from '../builders/submissions.ts';
import { buildTransfer } from '../builders/transfers.ts';
import { startCases } from '../cases/harness.ts';
import { author } from '../clearing-office.ts';

type Person = Awaited<ReturnType<typeof buildCaller>>;

export const TO = { mode: 'momo', paid_to: '024 123 4567', reason: 'Paid twice.' } as const;
export const PAYOUT = { change: 'pay', paid_on: '2026-11-20' } as const;

/** An office with two people who refund, or one, and money that can be given back. */
export const startRefunds = async ({ isAlone = false } = {}) => {
  const cases = await startCases();
  const { it, send, admin: asker, clerk } = cases;
  const { db } = it;
  const other = isAlone ? asker : await buildCaller(it, 'SystemAdmin');
  const refundsOf = () => db.selectFrom('refunds');
  const approve = (approval: string, by: Person = other) =>
    send('POST', `/approvals/${approval}/approve`, undefined, by);
  const ask = (body: object, by: Person = asker) => send('POST', '/refunds', { ...TO, ...body }, by);
  return {
    ...cases,
    asker,
    other,
    clerk,
    ask,
    approve,
    /** By somebody else than who asked for it, who pays none. */
    change: (id: string, body: object, by: Person = other) => send('PATCH', `/refunds/${id}`, body, by),
    /** A refund that two people have approved. */
    approved: async (body: object): Promise<string> => {
      const { body: asked } = await ask(body);
      const { status, body: said } = await approve(asked.approval_id);
      if (status !== 201) throw new Error(`Not approved: ${JSON.stringify(said)}`);
      return asked.refund_id;
    },
    /** A driver whose credit is of money that somebody captured, beyond a fee of 200.00. */
    credited: async (credit = '100.00', captor: Person | null = null) => {
      const { driver } = await buildDriver(it);
      const amount = `${200 + Number(credit)}.00`;
      const claim = submissionOf(driver, { amount });
      const payment = await buildPayment(it, claim);
      const transfer = await buildTransfer(
        it,
        { transaction_id: claim.transaction_id, amount },
        captor && author(captor),
      );
      return { driver, payment, transfer };
    },
    /** A payment of 200.00 that money has cleared. */
    paid: async (captor: Person | null = null, amount = '200.00') => {
      const { driver } = await buildDriver(it);
      const claim = submissionOf(driver);
      const payment = await buildPayment(it, claim);
      const given = { transaction_id: claim.transaction_id, amount };
      const transfer = await buildTransfer(it, given, captor && author(captor));
      if (amount !== '200.00') await cases.decide(payment, { decision: 'clear', amount: '200.00' });
      return { driver, payment, transfer };
    },
    unclaimed: (amount = '300.00', captor: Person | null = null) =>
      buildTransfer(it, { transaction_id: nextTransactionId(), amount }, captor && author(captor)),
    refundOf: (id: string) => refundsOf().selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    statesOf: async () => (await refundsOf().select('status').orderBy('id').execute()).map(({ status }) => status),
    moneyOf: (id: string) =>
      db
        .selectFrom('transfers')
        .select(['status', 'status_reason', 'posted_amount'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    creditOfDriver: async (id: string) => (await creditOf(db, [id])).get(id) ?? 0n,
    /** The balances of MoMo, cash, drivers' credit, unallocated money and refunds to pay. */
    balances: async () => {
      const [momo, cash, credit, unallocated, toPay] = await Promise.all(
        ['1000', '1010', '2000', '2010', '2020'].map((account) => balanceOf(db, account)),
      );
      return { momo, cash, credit, unallocated, toPay };
    },
  };
};
