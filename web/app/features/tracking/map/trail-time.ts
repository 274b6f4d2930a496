import type { TrailPlace } from '@banbo/contract';

/** The last place at or before a moment in ms; the first one before all. */
export const placeAt = (places: readonly [TrailPlace, ...TrailPlace[]], at: number): TrailPlace => {
  let [low, high] = [0, places.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (Date.parse(places[middle]?.at ?? '') <= at) low = middle;
    else high = middle - 1;
  }
  return places[low] ?? places[0];
};
