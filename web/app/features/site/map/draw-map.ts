import type { Site } from '@banbo/contract';
import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import styles from './map-demo.module.css';

export type Outline = NonNullable<Parameters<typeof L.geoJSON>[0]>;
/** The ground under the flags: the tiles of a map service, or our own outline. */
export type Ground = { tiles: NonNullable<Site['base_map']> } | { outline: Outline };
export type DrawnMap = { flagAtCentre: () => void; drawLine: () => void; reset: () => void; remove: () => void };

/** Near Ghana's coast, at zoom 3. */
const CENTRE: L.LatLngTuple = [5, -1];
const ZOOM = 3;
const LINE = { color: '#d22', weight: 2 };

const FLAG = L.divIcon({
  className: styles.flag ?? '',
  html: '<svg viewBox="0 0 24 32" width="24" height="32" aria-hidden="true"><path fill="#14211c" d="M3 1h2.500v31H3z"/><path fill="#f4bd3f" stroke="#14211c" stroke-width="1" d="M5.5 2.500C10 .5 14 5 22 2.500v11c-8 2.5-12-2-16.5 0z"/></svg>',
  iconSize: [24, 32],
  iconAnchor: [4, 32],
});

/** Leaflet writes an attribution as HTML; the company's is text. */
const asText = (text: string): string => {
  const element = document.createElement('span');
  element.textContent = text;
  return element.innerHTML;
};

const layerOf = (ground: Ground): L.Layer =>
  'tiles' in ground
    ? L.tileLayer(ground.tiles.url, { attribution: asText(ground.tiles.attribution) })
    : L.geoJSON(ground.outline, {
        interactive: false,
        style: (feature) => ({ className: styles[feature?.properties.name] ?? '' }),
        attribution: 'Outline: Natural Earth',
      });

/** Draws the map into `host`. `onChange` gets the number of flags and whether they are joined. */
export const drawMap = (
  host: HTMLElement,
  ground: Ground,
  onChange: (points: number, joined: boolean) => void,
): DrawnMap => {
  const map = L.map(host, { center: CENTRE, zoom: ZOOM, doubleClickZoom: false, worldCopyJump: true });
  const drawn = L.layerGroup().addTo(map);
  let points: L.LatLng[] = [];
  map.attributionControl.setPrefix('Leaflet');
  layerOf(ground).addTo(map);

  const reset = () => {
    points = [];
    drawn.clearLayers();
    onChange(0, false);
  };
  const drawLine = () => {
    L.polyline(points, LINE).addTo(drawn);
    onChange(points.length, true);
  };
  const flag = (point: L.LatLng) => {
    points.push(point);
    L.marker(point, { icon: FLAG, alt: `Flag ${points.length}`, title: `Flag ${points.length}` })
      // Without a listener of its own, a click on a flag would count as one on the map.
      .on('click', () => {})
      .on('contextmenu', reset)
      .on('dblclick', drawLine)
      .addTo(drawn);
    onChange(points.length, false);
  };
  map.on('click', ({ latlng }) => flag(latlng));

  return {
    flagAtCentre: () => flag(map.getCenter()),
    drawLine,
    reset,
    remove: () => void map.remove(),
  };
};
