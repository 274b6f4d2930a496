import { getMissingPrices, type MissingPrices } from '@banbo/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '~/lib/api.ts';
import styles from './dashboard.module.css';

const missingPricesQuery = queryOptions({
  queryKey: ['payment_list', 'missing'],
  queryFn: ({ signal }) => call(getMissingPrices, { signal }),
  staleTime: 30_000,
});

/** Announces fees without a price before their year begins: nothing is due of them then, and nobody would notice. */
export function PricesMissing() {
  const { data } = useQuery(missingPricesQuery);
  if (!data || data.missing.length === 0) return null;
  return <MissingYears missing={data.missing} />;
}

export function MissingYears({ missing }: { missing: readonly MissingPrices[] }) {
  return (
    <div role="alert" className={styles.alarm}>
      <p>
        <strong>Prices are missing.</strong> Nothing is due without them, and drivers are asked to call you:
      </p>
      <ul>
        {missing.map(({ year, descriptions }) => (
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
