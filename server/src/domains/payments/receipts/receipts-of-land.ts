import { toPesewas } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { NewReceipt } from '#domains/receipts';
import { presentOf } from '#lib/values.ts';
import { partInWords } from '../credit/money-of-claims.ts';
import type { ChangedPayment } from '../refused-changes.ts';
import { describeBy } from '../standing/due-fees.ts';
import { type Issuing, receiversOf } from './receipt-of-payment.ts';

/**
 * The receipts of the land side's cleared payments: one for all that was received together, with a
 * line for each payment. Its subject is the first of them.
 */
export const receiptsOfLand = async (
  tx: Tx,
  payments: readonly ChangedPayment[],
  { known, money, by }: Omit<Issuing, 'facts'>,
): Promise<NewReceipt[]> => {
  if (payments.length === 0) return [];
  const { tin } = known.site;
  const describe = describeBy(known.types);
  const groups = [...Map.groupBy(payments, ({ id, received_with }) => received_with ?? id)];
  const firsts = groups.flatMap(([, [first]]) => (first ? [first] : []));
  const receivers = await receiversOf(tx, firsts, { money, by });
  return groups.map(([subjectId, group], index) => {
    const [first] = group;
    if (!first?.payer_name) throw new Error(`Payment ${subjectId} has no payer`);
    return {
      kind: 'land payment',
      subjectId,
      paidOn: first.transaction_date,
      payerName: first.payer_name,
      payerDetails: first.payer_details ?? '',
      mode: first.mode,
      transactionId: first.transaction_id,
      receivedBy: receivers[index] ?? '',
      price: null,
      tin,
      // Income of land is no supply that the company’s taxes are on.
      taxes: [],
      lines: group.map((payment) => ({
        text: presentOf([describe(payment.type_code), partInWords(payment)]).join(', '),
        pesewas: toPesewas(payment.amount),
      })),
    };
  });
};
