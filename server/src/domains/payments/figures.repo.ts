import type { Db } from '#db/database.ts';

export type PaymentFigures = { claims_waiting: number; claims_waiting_amount: string; cleared: string };

/** Claims not decided yet, and what was cleared of those with a transaction date in the month (`2026-11`). */
export const paymentFigures = async (db: Db, month: string): Promise<PaymentFigures> => {
  const rows = await db
    .selectFrom('payment_totals')
    .select((eb) => ['status', eb.fn.sum<string>('count').as('count'), eb.fn.sum<string>('amount').as('amount')])
    .where((eb) =>
      eb.or([
        eb.and({ grain: 'all', period: 'all', status: 'submitted' }),
        eb.and({ grain: 'month', period: month, status: 'cleared' }),
      ]),
    )
    .groupBy('status')
    .execute();
  const waiting = rows.find(({ status }) => status === 'submitted');
  const cleared = rows.find(({ status }) => status === 'cleared');
  return {
    claims_waiting: Number(waiting?.count ?? 0),
    claims_waiting_amount: waiting?.amount ?? '0.00',
    cleared: cleared?.amount ?? '0.00',
  };
};
