import { getMissingPrices } from '@banbo/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAbility } from '~/lib/ability.ts';
import { call } from '~/lib/api.ts';
import styles from './dashboard.module.css';

export const missingPricesQuery = queryOptions({
  queryKey: ['payment_list', 'missing'],
  queryFn: ({ signal }) => call(getMissingPrices, { signal }),
  staleTime: 30_000,
});

/**
 * Announces fees without a price before their year begins: without prices nothing falls due, unnoticed. It shows only
 * to roles that may read payments.
 */
export function PricesMissing() {
  return useAbility().can('payments.read') && <MissingPricesAlarm />;
}

/** Names the years, and the fees that they lack. */
export function MissingPricesAlarm() {
  const { data } = useQuery(missingPricesQuery);
  if (!data || data.missing.length === 0) return null;
  return (
    <div role="alert" className={styles.alarm}>
      <p>
        <strong>Prices are missing.</strong> Without them nothing is due, but for months of plans with a price of their
        own, and drivers are asked to call you:
      </p>
      <ul>
        {data.missing.map(({ year, descriptions }) => (
          <li key={year}>
            {year}: {descriptions.join(', ')}
          </li>
        ))}
      </ul>
      <p>
        Prices cannot be entered here yet: please ask the person who runs this server, for whom the README says how.
      </p>
    </div>
  );
}
