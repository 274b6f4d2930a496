import type { TrackerState } from '@banbo/contract';
import { STATE_COLOURS } from './draw-marks.ts';

const SHAPES: Readonly<Record<TrackerState, (colour: string) => React.ReactNode>> = {
  alarm: (colour) => (
    <>
      <circle cx="8" cy="8" r="7.2" fill="none" stroke={colour} strokeWidth="1.4" />
      <circle cx="8" cy="8" r="5" fill={colour} />
      <path d="M8 5v3.6M8 10.4v.6" stroke="#fff" strokeWidth="1.5" />
    </>
  ),
  moving: (colour) => <path d="M8 1l3.4 4.700a4.600 4.600 0 1 1-6.800 0z" fill={colour} />,
  parked: (colour) => <rect x="3" y="3" width="10" height="10" fill={colour} />,
  silent: (colour) => <path d="M8 2l6 6-6 6-6-6z" fill="#fff" stroke={colour} strokeWidth="2" />,
  unreported: (colour) => (
    <path d="M8 2l6 6-6 6-6-6z" fill="#fff" stroke={colour} strokeWidth="2" strokeDasharray="2 2" />
  ),
};

/** The map's mark of a state, beside its words. */
export function StateMark({ state }: { state: TrackerState }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" style={{ flex: 'none' }}>
      {SHAPES[state](STATE_COLOURS[state])}
    </svg>
  );
}
