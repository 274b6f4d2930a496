import { findTransactionId, GROUND_RENT, TenantClaim } from '@banbo/contract';
import { checkBy } from '~/lib/form/check-by.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import type { useForm } from '~/lib/form/use-form.ts';
import { toPaidRow } from '../payments/land-rows.ts';

/** A tenant's own payment, as it is entered. */
export const EMPTY_OWN_PAYMENT = {
  payment_type: '',
  tenancy_id: '',
  plot_id: '',
  amount: '',
  transaction_id: '',
  network: '',
};
export type OwnPaymentValues = typeof EMPTY_OWN_PAYMENT;
export type OwnPaymentForm = ReturnType<typeof useForm<OwnPaymentValues>>;

type Networks = Parameters<typeof findTransactionId>[1];

/** The request's body of a claim. */
export const claimOf = (values: OwnPaymentValues, networks: Networks): TenantClaim => ({
  ...toPaidRow(values),
  transaction_id:
    findTransactionId(values.transaction_id, networks, values.network).id ?? values.transaction_id.trim().toUpperCase(),
  ...(networks.some(({ code }) => code === values.network) && { network: values.network }),
});

/** The problems of what is paid; with `networks` those of the transaction ID as well. */
export const ownPaymentErrors = (values: OwnPaymentValues, networks: Networks | null): FieldErrors => {
  const { transaction_id: _, ...errors } = checkBy(TenantClaim)(claimOf(values, networks ?? []));
  const { problem } = findTransactionId(values.transaction_id, networks ?? [], values.network);
  return {
    ...(values.payment_type === GROUND_RENT &&
      values.tenancy_id === '' && { tenancy_id: 'Please choose the plot whose ground rent you pay.' }),
    ...errors,
    ...(values.amount.trim() === '' && { amount: 'Please enter the amount.' }),
    ...(networks !== null && problem !== null && { transaction_id: problem }),
  };
};
