import { type Filter, paymentList } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { driversTypesQuery } from '~/lib/payment-types.ts';

/** The types that drivers pay, as a filter of payments. Until they come it offers all types alone. */
export const useTypeFilter = (isWanted: boolean): Filter => {
  const { data = [] } = useQuery({ ...driversTypesQuery, enabled: isWanted });
  const choices = data.map(({ type_code, description }) => ({ value: type_code, label: description }));
  return {
    kind: 'choice',
    label: 'Type',
    choices: [{ value: '', label: 'All types' }, ...choices],
    schema: paymentList.filters.payment_type.schema,
  };
};
