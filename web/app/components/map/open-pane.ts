import type L from 'leaflet';

/** A pane of the map at a height of its own, which takes no clicks. */
export const openPane = (map: L.Map, [name, zIndex]: readonly [name: string, zIndex: string]): void => {
  const pane = map.getPane(name) ?? map.createPane(name);
  pane.style.zIndex = zIndex;
  pane.style.pointerEvents = 'none';
};
