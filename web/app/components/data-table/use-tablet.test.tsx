// @vitest-environment happy-dom
import { periodSums } from '@banbo/contract';
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import OfficeProviders from '~/routes/office/providers.tsx';
import { openPage } from '../../../test/dom/open-page.tsx';
import { serve } from '../../../test/dom/served.ts';
import { signInAs } from '../../../test/dom/signed-in.ts';
import { ListScreen } from './list-screen.tsx';
import { useListState } from './list-state.ts';
import { PHONE } from './list-tools.tsx';

const DAY = { id: '2026-11-20', day: '2026-11-20', count: 1, amount_paid: '200.00', waiting_count: 0, waiting: '0.00' };

function Days() {
  return (
    <ListScreen
      list={periodSums}
      state={useListState(periodSums)}
      caption="Days"
      columns={[{ key: 'count', spare: true }, { key: 'amount_paid' }]}
      loading="Loading..."
      empty={null}
      total={() => ({ label: 'TOTAL', column: 'Amount Paid', value: '200.00' })}
    />
  );
}

const open = (isTablet: boolean) => {
  const same = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('matchMedia', (media: string) => ({ ...same, matches: isTablet && media !== PHONE }));
  onTestFinished(() => void vi.unstubAllGlobals());
  signInAs('SuperUser');
  serve({
    [periodSums.url]: () =>
      Response.json([DAY], {
        headers: { 'x-total-count': '1', 'x-total-amount': '200.00', 'x-total-waiting': '0.00' },
      }),
  });
  const children = [{ path: '/days', element: <Days /> }];
  openPage([{ element: <OfficeProviders />, children }], '/days?from=2026-11-01&to=2026-11-30');
};

test('on a tablet a spare column is left out and named below the table, and the total stays under its column', async () => {
  open(true);
  expect(await screen.findByText('Only on a wider screen: Payments.')).toBeVisible();
  expect(screen.queryByRole('columnheader', { name: 'Payments' })).toBeNull();
  expect(screen.getByRole('rowheader', { name: 'TOTAL' })).toHaveAttribute('colspan', '1');
});

test('elsewhere every column is there', async () => {
  open(false);
  expect(await screen.findByRole('columnheader', { name: 'Payments' })).toBeVisible();
  expect(screen.queryByText(/Only on a wider screen/)).toBeNull();
});
