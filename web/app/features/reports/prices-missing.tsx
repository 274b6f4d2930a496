import { getMissingPrices } from '@banbo/contract';
import { Box } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';

export const missingPricesQuery = queryOptions({
  ...read(getMissingPrices, {}),
  staleTime: 30_000,
});

/**
 * Announces fees without a price before their year begins: without prices nothing falls due, unnoticed. It shows only
 * to roles that may read payments.
 */
export function PricesMissing() {
  return useAbility().can('payments.read') && <MissingPricesAlarm />;
}

/** Names the years, and the fees that they lack; those who set prices have a link to set them. */
export function MissingPricesAlarm() {
  const { data } = useQuery(missingPricesQuery);
  const maySet = useAbility().can('prices.change');
  if (!data || data.missing.length === 0) return null;
  return (
    <Box role="alert" className="note" mb="sm" fz="sm">
      <p>
        <strong>Prices are missing.</strong> Without them nothing is due, but for months of plans with a price of their
        own, and drivers are asked to call you:
      </p>
      <ul>
        {data.missing.map(({ year, descriptions }) => (
          <li key={year}>
            {year}: {descriptions.join(', ')}
            {maySet && (
              <>
                {' '}
                <Link to={`/add_payment_list?year=${year}`}>Set the prices of {year}</Link>
              </>
            )}
          </li>
        ))}
      </ul>
      {maySet ? (
        <p>There you can also take them from the year before, by ‘Same as previous year’.</p>
      ) : (
        <p>Please tell an administrator.</p>
      )}
    </Box>
  );
}
