import { CALL_MS, withTimeout } from '~/lib/time-limit.ts';
import type { Outline } from './draw-map.ts';
import outline from './outline.geojson?url';

/** The coasts and borders drawn without tiles, so that the map works without any network but ours. Rejects without it. */
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
