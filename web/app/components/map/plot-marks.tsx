import type { PlotState } from '@banbo/contract';
import type L from 'leaflet';
import { useEffect, useRef } from 'react';
import { useMapHandle } from './base-map.tsx';
import { openPane } from './open-pane.ts';
import type { PlotShape } from './plot-index.ts';
import type { PlotLayer } from './plot-layer.ts';
import type { Edges } from './trail-layer.tsx';

type Props = {
  /** Another array is indexed anew, so one that has not changed stays the same. */
  plots: readonly PlotShape[];
  /** The plot with a ring. */
  chosen?: string | null;
  /** States of which a thin edge is drawn alone, and which no click finds. */
  faint?: ReadonlySet<PlotState>;
  /** A click on a plot. */
  onChoose?: (id: string) => void;
};

const NOTHING: ReadonlySet<PlotState> = new Set();
/** Below the shapes and trails, which are in Leaflet's own pane of 400. */
const PANE = ['plots', '390'] as const;

/** Draws plots on the map around it, tens of thousands of them if need be. */
export function PlotMarks({ plots, chosen = null, faint = NOTHING, onChoose }: Props) {
  const { map, newPlots } = useMapHandle();
  const layer = useRef<PlotLayer>(undefined);
  const choose = useRef(onChoose);
  useEffect(() => {
    choose.current = onChoose;
  });

  useEffect(() => {
    openPane(map, PANE);
    const made = newPlots().addTo(map);
    layer.current = made;
    const at = ({ layerPoint }: L.LeafletMouseEvent) => (choose.current ? made.plotAt(layerPoint) : null);
    const click = (event: L.LeafletMouseEvent): void => {
      const plot = at(event);
      if (plot) choose.current?.(plot.id);
    };
    const hover = (event: L.LeafletMouseEvent): void => {
      map.getContainer().style.cursor = at(event) ? 'pointer' : '';
    };
    map.on('click', click).on('mousemove', hover);
    const night = matchMedia('(prefers-color-scheme: dark)');
    const repaint = (): void => made.repaint();
    night.addEventListener('change', repaint);
    return () => {
      night.removeEventListener('change', repaint);
      map.off('click', click).off('mousemove', hover);
      made.remove();
      layer.current = undefined;
    };
  }, [map, newPlots]);

  useEffect(() => layer.current?.show(plots, chosen, faint), [plots, chosen, faint]);
  return null;
}

/** Pixels of room around plots where nothing covers the map. */
const AROUND: Edges = { left: 30, top: 30, right: 30, bottom: 30 };
/** Pixels from which on a map has room for parts that lie on it. */
const WIDE = 760;

type FitProps = {
  plots: readonly PlotShape[];
  /** Another key brings the plots into view, also once they come. */
  viewKey: string | null;
  /** Pixels at the edges of a wide map that other parts of the page cover. */
  covered?: Edges;
  /** The nearest that the map goes. */
  maxZoom?: number;
  /** Leaves a map as it is that shows all of them from as near. */
  isGentle?: boolean;
};

/** Moves the map around it so that plots are in view. */
export function FitPlots({ plots, viewKey, covered = AROUND, maxZoom = 18, isGentle = false }: FitProps) {
  const { map, kit } = useMapHandle();
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (viewKey === null) done.current = null;
    if (viewKey === null || done.current === viewKey || plots.length === 0) return;
    done.current = viewKey;
    const bounds = kit.L.latLngBounds(plots.flatMap(({ ring }) => ring.map(([lon, lat]): L.LatLngTuple => [lat, lon])));
    const room = map.getSize();
    const edges = room.x > WIDE ? covered : AROUND;
    const seen = kit.L.latLngBounds(
      map.containerPointToLatLng([edges.left, room.y - edges.bottom]),
      map.containerPointToLatLng([room.x - edges.right, edges.top]),
    );
    if (isGentle && map.getZoom() >= maxZoom - 1 && seen.contains(bounds)) return;
    const paddingTopLeft: L.PointTuple = [edges.left, edges.top];
    map.fitBounds(bounds, { paddingTopLeft, paddingBottomRight: [edges.right, edges.bottom], maxZoom });
  }, [map, kit, plots, viewKey, covered, maxZoom, isGentle]);
  return null;
}
