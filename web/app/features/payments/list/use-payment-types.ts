import { type Filter, listPaymentTypes, paymentList } from '@banbo/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';

const driversTypes = queryOptions({
  queryKey: ['payment_types', 'drivers'],
  queryFn: ({ signal }) => call(listPaymentTypes, { query: { side: 'drivers' }, signal }),
});

/** The types that drivers pay, as a filter of payments. Until they come it offers all types alone. */
export const useTypeFilter = (isWanted: boolean): Filter => {
  const { data = [] } = useQuery({ ...driversTypes, enabled: isWanted });
  const choices = data.map(({ type_code, description }) => ({ value: type_code, label: description }));
  return {
    kind: 'choice',
    label: 'Type',
    choices: [{ value: '', label: 'All types' }, ...choices],
    schema: paymentList.filters.payment_type.schema,
  };
};
