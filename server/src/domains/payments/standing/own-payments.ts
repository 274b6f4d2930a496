import { type ListQuery, type OwnPayment, ownPaymentList } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { describeTypes, presentFee } from './fee-names.ts';
import { ownPaymentsSql } from './member-payments.repo.ts';

/** A member's own payments in every state, the newest first; the scope is their driver's id. */
export const ownPaymentsSource: ListSource<ListQuery<typeof ownPaymentList>, OwnPayment, string> = listSource(
  ownPaymentList,
  ownPaymentsSql,
  async (rows, db) => {
    const describe = await describeTypes(db);
    return rows.map((row): OwnPayment => {
      const { id, transaction_date, transaction_id, amount: amount_paid, status, status_reason } = row;
      const fee = presentFee(row, describe(row.type_code));
      return { id, ...fee, transaction_date, transaction_id, amount_paid, status, status_reason };
    });
  },
);
