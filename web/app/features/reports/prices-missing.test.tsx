import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MissingPricesAlarm, missingPricesQuery } from './prices-missing.tsx';

const shown = (): string => {
  const client = new QueryClient();
  client.setQueryData(missingPricesQuery.queryKey, {
    missing: [
      { year: 2027, descriptions: ['DEVICE PAYMENT'] },
      { year: 2028, descriptions: ['REGISTRATION FEE', 'DEVICE PAYMENT'] },
    ],
  });
  const page = renderToString(
    <QueryClientProvider client={client}>
      <MissingPricesAlarm />
    </QueryClientProvider>,
  );
  return page.replaceAll('<!-- -->', '');
};

test('one alarm names the years without prices, the fees they lack and whom to ask', () => {
  const text = shown();
  expect(text.match(/role="alert"/g)).toHaveLength(1);
  expect(text).toContain('2027: DEVICE PAYMENT');
  expect(text).toContain('2028: REGISTRATION FEE, DEVICE PAYMENT');
  expect(text).toContain('ask the person who runs this server');
});
