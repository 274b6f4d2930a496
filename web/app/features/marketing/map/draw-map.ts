import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import styles from './map-demo.module.css';

type Tiles = { url: string; attribution: string } | null;
export type DrawnMap = { flagAtCentre: () => void; drawLine: () => void; reset: () => void; remove: () => void };

/** Near Ghana's coast, at zoom 3 (SPEC §2.6, Map demo; §9). */
const CENTRE: L.LatLngTuple = [5, -1];
const ZOOM = 3;
const LINE = { color: '#d22', weight: 2 };

const FLAG = L.divIcon({
  className: styles.flag ?? '',
  html: '<svg viewBox="0 0 24 32" width="24" height="32" aria-hidden="true"><path fill="#14211c" d="M3 1h2.500v31H3z"/><path fill="#f4bd3f" stroke="#14211c" stroke-width="1" d="M5.5 2.500C10 .5 14 5 22 2.500v11c-8 2.5-12-2-16.5 0z"/></svg>',
  iconSize: [24, 32],
  iconAnchor: [4, 32],
});

const addGround = (map: L.Map, tiles: Tiles, signal: AbortSignal) => {
  if (tiles) {
    L.tileLayer(tiles.url, { attribution: tiles.attribution }).addTo(map);
    return;
  }
  // Without tiles the maps draw their own outline, so they work without any network but ours.
  fetch('/maps/outline.geojson', { signal })
    .then((response) => response.json())
    .then((outline) =>
      L.geoJSON(outline, {
        interactive: false,
        style: (feature) => ({ className: styles[feature?.properties.name] ?? '' }),
        attribution: 'Outline: Natural Earth',
      }).addTo(map),
    )
    .catch((error) => {
      if (!signal.aborted) throw error;
    });
};

/** Puts the map into `host`. `onChange` hears how many points are flagged and whether they are joined. */
export const drawMap = (
  host: HTMLElement,
  tiles: Tiles,
  onChange: (points: number, joined: boolean) => void,
): DrawnMap => {
  const gone = new AbortController();
  const map = L.map(host, { center: CENTRE, zoom: ZOOM, doubleClickZoom: false, worldCopyJump: true });
  const drawn = L.layerGroup().addTo(map);
  let points: L.LatLng[] = [];
  map.attributionControl.setPrefix('Leaflet');
  addGround(map, tiles, gone.signal);

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
      // Without a listener of its own a click on a flag would be one on the map.
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
    remove: () => {
      gone.abort();
      map.remove();
    },
  };
};
