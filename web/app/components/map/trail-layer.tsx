import { type GeoPoint, spanText } from '@banbo/contract';
import type L from 'leaflet';
import { useEffect } from 'react';
import { useMapHandle } from './base-map.tsx';

/** Pixels at the map's edges that are covered. */
export type Edges = { left: number; top: number; right: number; bottom: number };

type Props = {
  points: readonly GeoPoint[];
  stops?: readonly (GeoPoint & { from: string; until: string })[];
  /** Where the slider stands, if it does. */
  at?: GeoPoint | null;
  colour?: string;
  /** Moves the map so that the trail is seen within these edges, whenever other points come. */
  fits?: Edges;
};

const TRAIL_COLOUR = '#1d4f91';

const NO_STOPS: NonNullable<Props['stops']> = [];

/** Draws a trail with its stops on the map around it. */
export function TrailLayer({ points, stops = NO_STOPS, at = null, colour = TRAIL_COLOUR, fits }: Props) {
  const { map, kit } = useMapHandle();

  useEffect(() => {
    const { L } = kit;
    const line = points.map(({ latitude, longitude }): L.LatLngTuple => [latitude, longitude]);
    const layer: L.FeatureGroup = L.featureGroup();
    if (line.length > 1) {
      layer.addLayer(L.polyline(line, { color: '#ffffff', weight: 8, opacity: 0.9, interactive: false }));
      layer.addLayer(L.polyline(line, { color: colour, weight: 4.5, interactive: false }));
    }
    const [first] = line;
    const style = { radius: 6, color: '#ffffff', weight: 2, fillColor: colour, fillOpacity: 1 };
    if (first) layer.addLayer(L.circleMarker(first, { ...style, interactive: false }));
    stops.forEach(({ latitude, longitude, from, until }, n) => {
      const lasted = spanText(new Date(until).getTime() - new Date(from).getTime());
      const mark = L.circleMarker([latitude, longitude], { ...style, radius: 9 });
      layer.addLayer(mark.bindTooltip(`Stop ${n + 1}: ${from.slice(11, 16)} for ${lasted}`));
    });
    layer.addTo(map);
    if (fits && line.length > 0) {
      const paddingTopLeft: L.PointTuple = [fits.left, fits.top];
      map.fitBounds(layer.getBounds(), { paddingTopLeft, paddingBottomRight: [fits.right, fits.bottom], maxZoom: 16 });
    }
    return () => void layer.remove();
  }, [map, kit, points, stops, colour, fits]);

  const [latitude, longitude] = [at?.latitude, at?.longitude];
  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return;
    const { L } = kit;
    const style = { radius: 9, color: '#14211c', weight: 3, fillColor: '#f4bd3f', fillOpacity: 1, interactive: false };
    const mark = L.circleMarker([latitude, longitude], style).addTo(map);
    return () => void mark.remove();
  }, [map, kit, latitude, longitude]);
  return null;
}
