import { type DrawnPlot, type LonLat, type PlotOverlap, shownPlotName } from '@banbo/contract';
import type L from 'leaflet';
import { useEffect, useRef } from 'react';
import { useMapHandle } from '~/components/map/base-map.tsx';

/** As the plot itself, what both claim, and other plots. They are seen by day and by night. */
const OWN = '#b45f06';
const SHARED = '#dc2626';
const OTHERS = '#7d8575';

/** A plot of 70 by 100 feet is then some hundred pixels wide. */
const NEAREST = 19;

const latLngs = (ring: readonly LonLat[]): L.LatLngTuple[] => ring.map(([lon, lat]) => [lat, lon]);

/** Square metres in words: `412 m²`, and tenths below ten. */
export const sqmText = (sqm: number): string =>
  `${sqm.toLocaleString('en-GB', { maximumFractionDigits: sqm < 10 ? 1 : 0 })} m²`;

type Props = {
  /** The plot's boundary, closed or still being drawn; null for none. */
  ring: readonly LonLat[] | null;
  name: string;
  neighbours: readonly DrawnPlot[];
  overlaps: readonly PlotOverlap[];
  /** Where each of several readings puts the plot, the ring being one of them. */
  places?: readonly LonLat[];
  /** Shows the corners, and tells where somebody clicks. */
  onPlace?: ((place: LonLat) => void) | undefined;
  /** Another key brings the boundary into view. */
  viewKey: string;
};

const NOWHERE: readonly LonLat[] = [];

/** The letter by which a list and the map name a reading. */
export const letterOf = (at: number): string => String.fromCharCode('A'.charCodeAt(0) + at);

/** Draws a plot on the map around it, with its neighbours and what it shares with them. */
export function BoundaryLayer({ ring, name, neighbours, overlaps, places = NOWHERE, onPlace, viewKey }: Props) {
  const { map, kit } = useMapHandle();
  const tell = useRef(onPlace);
  useEffect(() => {
    tell.current = onPlace;
  });
  const isDrawing = onPlace !== undefined;

  useEffect(() => {
    if (!isDrawing) return;
    const click = ({ latlng }: L.LeafletMouseEvent) => tell.current?.([latlng.lng, latlng.lat]);
    map.on('click', click);
    return () => void map.off('click', click);
  }, [map, isDrawing]);

  useEffect(() => {
    const layer = kit.L.layerGroup();
    const style = { color: OTHERS, weight: 1, fillColor: '#ffffff', fillOpacity: 0.55, interactive: !isDrawing };
    const overlapping = new Set(overlaps.map(({ id }) => id));
    for (const plot of [...neighbours.filter(({ id }) => !overlapping.has(id)), ...overlaps]) {
      const edge = overlapping.has(plot.id) ? { color: SHARED, dashArray: '5 4', weight: 2, fillOpacity: 0.2 } : {};
      layer.addLayer(kit.L.polygon(latLngs(plot.boundary), { ...style, ...edge }).bindTooltip(shownPlotName(plot)));
    }
    layer.addTo(map);
    return () => void layer.remove();
  }, [map, kit, neighbours, overlaps, isDrawing]);

  useEffect(() => {
    const layer = kit.L.layerGroup();
    const corners = latLngs(ring ?? []);
    if (corners.length > 1) {
      const style = { color: OWN, weight: 3, fillColor: '#f2cf7a', fillOpacity: 0.45, interactive: false };
      const own = kit.L.polygon(corners, style);
      if (name !== '') own.bindTooltip(name, { permanent: true, direction: 'center' });
      layer.addLayer(own);
    }
    if (isDrawing) {
      for (const corner of corners) {
        const dot = { radius: 5, color: '#ffffff', weight: 2, fillColor: OWN, fillOpacity: 1, interactive: false };
        layer.addLayer(kit.L.circleMarker(corner, dot));
      }
    }
    for (const { pieces, shared_sqm } of overlaps) {
      pieces.forEach((piece, n) => {
        const style = { color: SHARED, weight: 2, dashArray: '5 4', fillOpacity: 0.35, interactive: false };
        const shape = kit.L.polygon(latLngs(piece), style);
        if (n === 0) shape.bindTooltip(`overlap ${sqmText(shared_sqm ?? 0)}`, { permanent: true, direction: 'right' });
        layer.addLayer(shape);
      });
    }
    layer.addTo(map);
    return () => void layer.remove();
  }, [map, kit, ring, name, overlaps, isDrawing]);

  useEffect(() => {
    const layer = kit.L.layerGroup();
    latLngs(places).forEach((place, at) => {
      const dot = { radius: 6, color: '#ffffff', weight: 2, fillColor: OWN, fillOpacity: 1, interactive: false };
      const mark = kit.L.circleMarker(place, dot);
      layer.addLayer(mark.bindTooltip(letterOf(at), { permanent: true, direction: 'right' }));
    });
    layer.addTo(map);
    return () => void layer.remove();
  }, [map, kit, places]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another boundary alone moves the view
  useEffect(() => {
    const bounds = kit.L.latLngBounds(latLngs(places.length > 0 ? places : (ring ?? [])));
    if (bounds.isValid() && !isDrawing) map.fitBounds(bounds.pad(0.6), { maxZoom: NEAREST, animate: false });
  }, [map, kit, viewKey]);
  return null;
}
