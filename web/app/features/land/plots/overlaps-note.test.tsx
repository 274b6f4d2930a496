// @vitest-environment happy-dom
import type { PlotOverlap } from '@banbo/contract';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OverlapsNote } from './overlaps-note.tsx';

const PLOT: PlotOverlap = {
  ...{ id: '1', zone: 'NUNGUA', block: '', plot_number: 'A 12', state: 'free', boundary: [] },
  ...{ shared_sqm: 412, pieces: [] },
};

test('says which plots share land, and what the list and the map leave out', () => {
  const around = {
    overlaps: [{ ...PLOT, id: '2', plot_number: 'B 3', shared_sqm: null }, PLOT],
    overlaps_left_out: 1,
    pieces_left_out: 61_505,
  };
  render(<OverlapsNote around={around} name={({ plot_number }) => plot_number} />);
  expect(screen.getByRole('region', { name: 'Overlaps' }).textContent).toBe(
    'Crosses the boundary of B 3 too often to be measured.' +
      'Shares 412 m² with A 12.' +
      '1 more plot with less is not listed.' +
      'The map leaves out 61,505 small shared pieces.',
  );
});
