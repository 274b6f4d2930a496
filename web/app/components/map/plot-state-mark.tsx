import type { PlotState } from '@banbo/contract';
import { PLOT_STYLES } from './plot-styles.ts';

const LINES = {
  none: '',
  rising: 'M2 7 7 2M2 14 14 2M9 14l5-5',
  crossed: 'M2 7 7 2M2 14 14 2M9 14l5-5M2 9l5 5M2 2l12 12M9 2l5 5',
} as const;

const both = ([day, night]: readonly [string, string]): string => `light-dark(${day}, ${night})`;

/** The map's fill of a state, beside its words. */
export function PlotStateMark({ state }: { state: PlotState }) {
  const { edge, fill, hatch } = PLOT_STYLES[state];
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" style={{ flex: 'none', stroke: both(edge) }}>
      <rect x="2" y="2" width="12" height="12" strokeWidth="1.6" style={{ fill: both(fill) }} />
      <path d={LINES[hatch]} strokeWidth="1.1" />
    </svg>
  );
}
