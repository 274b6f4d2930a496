import { type ListQuery, type PaymentRecord, paymentList } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { isOwnerSearch, owners, ownersFound } from '#domains/drivers';
import { presentPayment } from '../payments.present.ts';
import { paymentsSql } from './list-payments.repo.ts';

/** Payments with their drivers as they are now, and the filter's whole count and money. */
export const paymentsSource: ListSource<ListQuery<typeof paymentList>, PaymentRecord> = listSource(
  paymentList,
  paymentsSql({ owners, findOwners: ownersFound, isSearch: isOwnerSearch }),
  (rows) => rows.map(presentPayment),
);
