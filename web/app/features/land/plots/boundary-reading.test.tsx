// @vitest-environment happy-dom
import type { BoundaryRead } from '@banbo/contract';
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ReadingFacts } from './boundary-reading.tsx';

const choice = (grid: 'utm_30' | 'gold_coast_feet', place: [number, number], away_m: number | null) => ({
  ...{ grid, order: 'east_north' as const, place, away_m },
});

const reading = (choices: BoundaryRead['choices']): BoundaryRead => ({
  ...{ ring: [], survey: null, area_sqm: 720, acres: 0.1779, hectares: 0.072, perimeter_m: 108, closure: null },
  ...{ plan_area: null, warnings: [], choices, overlaps: [], neighbours: [], overlaps_left_out: 0 },
  ...{ pieces_left_out: 0, neighbours_left_out: 0 },
});

const show = (choices: BoundaryRead['choices'], hasZone = false) => {
  const onChoose = vi.fn();
  const live = { reading: reading(choices), refusal: null, isReading: false };
  render(
    <MantineProvider>
      <ReadingFacts live={live} hasZone={hasZone} onChoose={onChoose} />
    </MantineProvider>,
  );
  return onChoose;
};

test('each way to read the numbers says where it lies and how far from the zone', () => {
  const onChoose = show([choice('utm_30', [-0.15, 5.65], 412), choice('gold_coast_feet', [-1.232, 6.393], 145_210)]);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'A · UTM zone 30N (EPSG:32630), east, then north' +
      '0.4 km from the zone’s plots · About 3 km south-east of Madina, Greater Accra Region',
    'B · Gold Coast feet (EPSG:2136), east, then north' +
      '145 km from the zone’s plots · About 25 km south of Konongo, Ashanti Region',
  ]);
  expect(screen.queryByText(/acre|overlaps no/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^A · UTM/ }));
  expect(onChoose).toHaveBeenCalledWith('utm_30', 'east_north');
});

test.each([
  [false, /^Choose the zone first/],
  [true, /^No plot of the zone has a boundary yet/],
])('where no plot of the zone tells, it says what to do (zone chosen: %s)', (hasZone, words) => {
  show([choice('utm_30', [-0.15, 5.65], null), choice('gold_coast_feet', [-1.232, 6.393], null)], hasZone);
  expect(screen.getByText(words)).toBeTruthy();
});
