import type { LandAround, PlotOverlap } from '@banbo/contract';
import type { ReactNode } from 'react';
import { sqmText } from './boundary-layer.tsx';

/** Tells a map which element says in words what it shows. */
export const OVERLAPS_ID = 'overlaps';

type Props = {
  around: Pick<LandAround, 'overlaps' | 'overlaps_left_out' | 'pieces_left_out'>;
  name: (plot: PlotOverlap) => ReactNode;
};

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;

/** In words what the map shows of plots that share land, and what it leaves out. */
export function OverlapsNote({ around: { overlaps, overlaps_left_out, pieces_left_out }, name }: Props) {
  if (overlaps.length === 0) return null;
  return (
    <section className="note" data-tone="bad" id={OVERLAPS_ID} aria-label="Overlaps">
      {overlaps.map((other) => (
        <p key={other.id}>
          {other.shared_sqm === null ? (
            <>Crosses the boundary of {name(other)} too often to be measured.</>
          ) : (
            <>
              Shares {sqmText(other.shared_sqm)} with {name(other)}.
            </>
          )}
        </p>
      ))}
      {overlaps_left_out > 0 && (
        <p>{counted(overlaps_left_out, 'more plot with less is', 'more plots with less are')} not listed.</p>
      )}
      {pieces_left_out > 0 && (
        <p>The map leaves out {counted(pieces_left_out, 'small shared piece', 'small shared pieces')}.</p>
      )}
    </section>
  );
}
