// @vitest-environment happy-dom
import { GROUND_RENT } from '@banbo/contract';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '~/lib/api/query-client.ts';
import { LandRowFields } from './land-row-fields.tsx';

const PAYER = {
  ...{ name: 'AMA MENSAH', details: '', number: null, zone_id: null, land_use: null },
  tenancies: [{ id: '3', plot_id: '4', plot: 'A 12', ground_rent: '120.00', owed: '120.00', held_until: null }],
};

const shown = (payment_type: string, price: string | null = null) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <LandRowFields
          row={{ key: 1, payment_type, tenancy_id: '', plot_id: '', isOtherPlot: false, amount: '' }}
          index={1}
          types={[]}
          payer={PAYER}
          hasPlot={false}
          price={price}
          errors={{}}
          onChange={vi.fn()}
          onRemove={vi.fn()}
        />
      </MantineProvider>
    </QueryClientProvider>,
  );

test.each([
  ['CC5000', 'Plot'],
  [GROUND_RENT, 'Tenancy'],
])('each field of a row of %s has a label that shows, and a name that says of which row it is', (type, place) => {
  cleanup();
  shown(type);
  for (const label of ['Payment type', place, 'Amount']) {
    expect(screen.getByText(label, { selector: 'label' }).getAttribute('for')).toBe(
      screen.getByLabelText(`${label} of payment 2`).id,
    );
  }
});

test('the price of what is chosen stands below its row, where one is known', () => {
  cleanup();
  shown('CC1000', '6500.00');
  expect(screen.getByText('Its price this year is GHS 6,500.00.')).toBeTruthy();
  cleanup();
  shown('CC1000');
  expect(screen.queryByText(/^Its price/)).toBeNull();
});
