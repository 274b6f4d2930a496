import { TOWNS } from '@banbo/contract';
import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import styles from './base-map.module.css';
import { DotLayer } from './dot-layer.ts';
import { PlotLayer } from './plot-layer.ts';

export { DotLayer, L, PlotLayer };

type Outline = NonNullable<Parameters<typeof L.geoJSON>[0]>;

/** The picture under everything: a map service's tiles, our own file of tiles, or the outline. */
export type BaseGround =
  | { kind: 'tiles'; url: string; attribution: string }
  | { kind: 'file'; url: string; layerOf: (url: string, isDark: boolean) => L.Layer }
  | { kind: 'outline'; outline: Outline };

/** Leaflet writes an attribution as HTML; the company's is text. */
const escaped = (text: string): string => {
  const element = document.createElement('span');
  element.textContent = text;
  return element.innerHTML;
};

/** Parts of Accra, for the outline near the ground: name, latitude, longitude. */
const QUARTERS: readonly (readonly [string, number, number])[] = [
  ['Kwame Nkrumah Circle', 5.57, -0.216],
  ['Kaneshie', 5.566, -0.237],
  ['Achimota', 5.614, -0.231],
  ['Legon', 5.651, -0.187],
  ['Osu', 5.553, -0.179],
  ['La', 5.56, -0.155],
  ['Dansoman', 5.54, -0.264],
  ['Airport', 5.605, -0.17],
  ['East Legon', 5.636, -0.158],
  ['Lapaz', 5.608, -0.251],
  ['Spintex', 5.633, -0.104],
  ['Adenta', 5.709, -0.155],
  ['Dome', 5.651, -0.236],
  ['Weija', 5.557, -0.336],
  ['Kwabenya', 5.691, -0.237],
  ['Nungua', 5.601, -0.077],
];
const FIRST_TOWNS = new Set([
  'Accra',
  'Kumasi',
  'Tamale',
  'Takoradi',
  'Sunyani',
  'Ho',
  'Wa',
  'Bolgatanga',
  'Cape Coast',
]);

/** The pane of the names of towns, below the cars. */
const NAMES = 'names';

const nameAt = (name: string, latitude: number, longitude: number): L.Marker => {
  const html = `<span>${escaped(name)}</span>`;
  const icon = L.divIcon({ className: styles.town ?? '', html, iconSize: [0, 0] });
  return L.marker([latitude, longitude], { icon, interactive: false, keyboard: false, pane: NAMES });
};

/** Names of towns, more of them nearer to the ground. */
const namesLayer = (map: L.Map): L.Layer => {
  const first = L.layerGroup(
    TOWNS.filter(([name]) => FIRST_TOWNS.has(name)).map(([name, , lat, lon]) => nameAt(name, lat, lon)),
  );
  const more = L.layerGroup(
    TOWNS.filter(([name]) => !FIRST_TOWNS.has(name)).map(([name, , lat, lon]) => nameAt(name, lat, lon)),
  );
  const quarters = L.layerGroup(QUARTERS.map((place) => nameAt(...place)));
  const all = L.layerGroup([first]);
  const show = (): void => {
    for (const [layer, from] of [
      [more, 9],
      [quarters, 12],
    ] as const) {
      if (map.getZoom() >= from) all.addLayer(layer);
      else all.removeLayer(layer);
    }
  };
  map.on('zoomend', show);
  show();
  return all;
};

const outlineLayer = (map: L.Map, outline: Outline): L.Layer => {
  map.createPane('ground').style.zIndex = '150';
  map.createPane(NAMES).style.zIndex = '160';
  const shapes = L.geoJSON(outline, {
    interactive: false,
    pane: 'ground',
    // Classes, which follow day and night, need SVG.
    renderer: L.svg({ pane: 'ground', padding: 0.5 }),
    style: (feature) => ({ className: styles[feature?.properties.name] ?? '' }),
    attribution: 'Outline: Natural Earth',
  } as L.GeoJSONOptions);
  return L.layerGroup([shapes, namesLayer(map)]);
};

const prefersDark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches;

const groundLayer = (map: L.Map, ground: BaseGround): L.Layer => {
  if (ground.kind === 'tiles')
    return L.tileLayer(ground.url, { attribution: escaped(ground.attribution), maxZoom: 19 });
  if (ground.kind === 'file') return ground.layerOf(ground.url, prefersDark());
  return outlineLayer(map, ground.outline);
};

export type FirstView = { center: readonly [latitude: number, longitude: number]; zoom: number };

/** Makes the map in `host` with the ground under it. */
export const makeMap = (host: HTMLElement, ground: BaseGround, { center, zoom }: FirstView): L.Map => {
  const map = L.map(host, {
    center: [...center],
    zoom,
    minZoom: 6,
    maxZoom: 19,
    zoomControl: false,
    preferCanvas: true,
    // `BaseMap` tells of every new size, by which the centre stays; both together moved it.
    trackResize: false,
    maxBounds: [
      [2, -8],
      [14, 6],
    ],
    maxBoundsViscosity: 0.7,
  });
  map.attributionControl.setPrefix('Leaflet');
  L.control.zoom({ position: 'bottomright' }).addTo(map);
  groundLayer(map, ground).addTo(map);
  return map;
};
