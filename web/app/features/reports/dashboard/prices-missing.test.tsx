import { defaultRights, type StaffRole } from '@banbo/contract';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { MissingPricesAlarm, missingPricesQuery } from './alarms.tsx';

const session = vi.hoisted(() => ({ role: 'SuperUser', permissions: [] as readonly string[] }));
vi.mock('~/lib/session/session-store.ts', () => ({
  useSession: () => session,
  currentSession: () => session,
  onSessionChange: () => undefined,
}));

const shown = (role: StaffRole): string => {
  Object.assign(session, defaultRights(role));
  const client = new QueryClient();
  client.setQueryData(missingPricesQuery.queryKey, {
    missing: [
      { year: 2027, descriptions: ['DEVICE PAYMENT'] },
      { year: 2028, descriptions: ['REGISTRATION FEE', 'DEVICE PAYMENT'] },
    ],
  });
  const page = renderToString(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <MantineProvider>
          <MissingPricesAlarm />
        </MantineProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return page.replaceAll('<!-- -->', '');
};

test('one alarm names the years without prices and the fees they lack, and leads to where they are set', () => {
  const text = shown('SuperUser');
  expect(text.match(/role="alert"/g)).toHaveLength(1);
  expect(text).toContain('2027: DEVICE PAYMENT');
  expect(text).toContain('2028: REGISTRATION FEE, DEVICE PAYMENT');
  expect(text).toContain('href="/add_payment_list?year=2028"');
  expect(text).toContain('Same as previous year');
});

test('those who cannot set prices are told whom to tell', () => {
  const text = shown('Legal');
  expect(text).toContain('Please tell an administrator.');
  expect(text).not.toContain('href');
});
