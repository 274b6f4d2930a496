import L from 'leaflet';

/** The address of the server's file of map tiles (PMTiles). */
export const MAP_FILE_URL = '/map.pmtiles';

/** Draws the vector tiles of the server's map file; its code is fetched where there is one. */
export const readMapFile = async (): Promise<(url: string, isDark: boolean) => L.Layer> => {
  // The reader expects Leaflet as a global, as pages with script elements have it.
  Object.assign(globalThis, { L });
  const { leafletLayer } = await import('protomaps-leaflet');
  return (url, isDark) => leafletLayer({ url, flavor: isDark ? 'dark' : 'light', lang: 'en' }) as unknown as L.Layer;
};
