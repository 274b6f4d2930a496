import { CALL_MS, withTimeout } from '~/lib/time-limit.ts';
import type { Outline } from './draw-map.ts';
import outline from './outline.geojson?url';

/** The coasts and borders for a map without tiles, from our own server alone. Rejects without network. */
export const readOutline = (given: AbortSignal): Promise<Outline> =>
  withTimeout(
    CALL_MS,
    async (signal) => {
      const response = await fetch(outline, { signal });
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      return response.json();
    },
    given,
  );
