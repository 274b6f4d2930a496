import type L from 'leaflet';
import { useEffect, useRef } from 'react';
import { useMapHandle } from './base-map.tsx';
import { ALONE_FROM, type Dot } from './clusters.ts';
import type { DotLayer, Named } from './dot-layer.ts';
import { openPane } from './open-pane.ts';

type Props = {
  dots: readonly Dot[];
  /** Cars with their name beside them, by driver's number. */
  named?: Named;
  /** The car with a ring. */
  chosen?: string | null;
  /** A click on a car. A click on a cluster moves the map to it. */
  onChoose?: (id: string) => void;
};

const NONE: Named = new Map();
/** Above the trails, which are in Leaflet's own pane of 400. */
const PANE = ['cars', '450'] as const;

/** Draws cars on the map around it, any number of them. */
export function CarMarks({ dots, named = NONE, chosen = null, onChoose }: Props) {
  const { map, kit, newDots } = useMapHandle();
  const layer = useRef<DotLayer>(undefined);
  const choose = useRef(onChoose);
  useEffect(() => {
    choose.current = onChoose;
  });

  useEffect(() => {
    openPane(map, PANE);
    const made = newDots();
    made.addTo(map);
    layer.current = made;
    const click = ({ layerPoint }: L.LeafletMouseEvent): void => {
      const spot = made.spotAt(layerPoint);
      if (spot?.kind === 'car') choose.current?.(spot.dot.id);
      if (spot?.kind !== 'cluster') return;
      const at = map.layerPointToLatLng(kit.L.point(spot.x, spot.y).subtract(map.getPixelOrigin()));
      map.setView(at, Math.min(ALONE_FROM, map.getZoom() + 2));
    };
    const hover = ({ layerPoint }: L.LeafletMouseEvent): void => {
      map.getContainer().style.cursor = made.spotAt(layerPoint) ? 'pointer' : '';
    };
    map.on('click', click).on('mousemove', hover);
    return () => {
      map.off('click', click).off('mousemove', hover);
      made.remove();
      layer.current = undefined;
    };
  }, [map, kit, newDots]);

  useEffect(() => layer.current?.show(dots, named, chosen), [dots, named, chosen]);
  return null;
}
