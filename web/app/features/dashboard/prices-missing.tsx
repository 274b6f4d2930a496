import { getMissingPrices, holds, type MissingPrices, type Role } from '@banbo/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';
import styles from './dashboard.module.css';

export const missingPricesQuery = queryOptions({
  queryKey: ['payment_list', 'missing'],
  queryFn: ({ signal }) => call(getMissingPrices, { signal }),
  staleTime: 30_000,
});

/**
 * Announces fees without a price before their year begins: nothing is due of them then, and nobody would notice. Only roles
 * that may read payments are told.
 */
export function PricesMissing({ role }: { role: Role }) {
  const isTold = holds(role, 'payments.read');
  const { data } = useQuery({ ...missingPricesQuery, enabled: isTold });
  return isTold && data?.missing.map((one) => <MissingYear key={one.year} {...one} />);
}

function MissingYear({ year, descriptions }: MissingPrices) {
  return (
    <p role="alert" className={styles.alarm}>
      <strong>No price is set for {year}:</strong> {descriptions.join(', ')}. Without it they are not due for {year},
      but for months of plans with a price of their own, and drivers are asked to call you. Prices cannot be entered
      here yet: please ask the person who runs this server, for whom the README says how.
    </p>
  );
}
