import type { FenceShape } from '@banbo/contract';
import type L from 'leaflet';
import { useEffect, useRef } from 'react';
import { useMapHandle } from '../base-map.tsx';
import { circleOf, cornersOf, type Draft } from './shape-draft.ts';

const OWN = '#c4561b';
const OTHERS = '#1d4f91';

type Named = { name: string; shape: FenceShape | null };

type Props<Shape extends Named> = {
  /** Shapes that are only shown. */
  others: readonly Shape[];
  draft: Draft | null;
  /** Another key brings the draft into view. */
  viewKey: string;
  onPlace: (latitude: number, longitude: number) => void;
  onChoose: (shape: Shape) => void;
};

const outlineOf = (kit: ReturnType<typeof useMapHandle>['kit'], { shape }: Named): L.Path | null => {
  if (shape === null) return null;
  const style = { color: OTHERS, weight: 2, fillOpacity: 0.08 };
  if (shape.kind === 'polygon') return kit.L.polygon(shape.corners, style);
  return kit.L.circle([shape.latitude, shape.longitude], { ...style, radius: shape.radius_m });
};

/** Draws the shapes on the map around it, and tells where somebody clicks. */
export function ShapeLayer<Shape extends Named>({ others, draft, viewKey, onPlace, onChoose }: Props<Shape>) {
  const { map, kit } = useMapHandle();
  const tell = useRef({ onPlace, onChoose });
  useEffect(() => {
    tell.current = { onPlace, onChoose };
  });

  useEffect(() => {
    const click = ({ latlng }: L.LeafletMouseEvent) => tell.current.onPlace(latlng.lat, latlng.lng);
    map.on('click', click);
    return () => void map.off('click', click);
  }, [map]);

  const isDrawing = draft !== null;
  useEffect(() => {
    const layer = kit.L.layerGroup();
    for (const other of others) {
      const outline = outlineOf(kit, other);
      if (!outline) continue;
      // While somebody draws, a click within another shape sets a corner.
      if (!isDrawing) outline.on('click', () => tell.current.onChoose(other));
      layer.addLayer(outline.bindTooltip(other.name));
    }
    layer.addTo(map);
    return () => void layer.remove();
  }, [map, kit, others, isDrawing]);

  useEffect(() => {
    if (!draft) return;
    const { L } = kit;
    const layer = L.layerGroup();
    const style = { color: OWN, weight: 3, fillOpacity: 0.15, interactive: false };
    if (draft.kind === 'circle') {
      const circle = circleOf(draft);
      if (circle) layer.addLayer(L.circle([circle.latitude, circle.longitude], { ...style, radius: circle.radius_m }));
    } else {
      const corners = cornersOf(draft);
      if (corners.length > 1) layer.addLayer(L.polygon(corners, style));
      corners.forEach((corner, n) => {
        const dot = { radius: 6, color: '#ffffff', weight: 2, fillColor: OWN, fillOpacity: 1 };
        layer.addLayer(L.circleMarker(corner, dot).bindTooltip(`Corner ${n + 1}`));
      });
    }
    layer.addTo(map);
    return () => void layer.remove();
  }, [map, kit, draft]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view moves for another shape alone
  useEffect(() => {
    if (!draft) return;
    const circle = draft.kind === 'circle' ? circleOf(draft) : null;
    const bounds = circle
      ? kit.L.latLng(circle.latitude, circle.longitude).toBounds(2 * circle.radius_m)
      : kit.L.latLngBounds(cornersOf(draft));
    if (bounds.isValid()) map.fitBounds(bounds, { padding: [40, 40], maxZoom: 16 });
  }, [map, kit, viewKey]);
  return null;
}
