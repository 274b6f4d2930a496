import { followLive } from '@banbo/contract';
import { ApiError, request } from '../api.ts';
import { pause, untilSeen, whileSeen } from './pauses.ts';
import { readEvents, type StreamEvent } from './read-events.ts';

/** Milliseconds without a sign of the server after which the stream counts as lost; it gives one every 15 seconds. */
const SILENCE_MS = 40_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Between half and the whole of a wait that doubles, so that not all tabs come back at the same moment. */
const waitAfter = (failures: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.5 + Math.random() / 2);

const isOver = (error: unknown): boolean => error instanceof ApiError && (error.status === 401 || error.status === 403);

type Hears = { begun: (resumed: boolean) => void; changed: (topics: readonly string[]) => void; lost: () => void };

/** Tells what an event says; anything but known topics may have changed where it does not say. */
const tell = ({ name, data }: StreamEvent, hears: Hears): void => {
  if (name === 'begun') hears.begun((JSON.parse(data) as { resumed: boolean }).resumed);
  if (name === 'changed') hears.changed((JSON.parse(data) as { topics: string[] }).topics);
  if (name === 'missed') hears.begun(false);
};

/**
 * Follows what changes until the signal aborts or the session ends: while the page is seen, anew after each loss, from the
 * last event on.
 */
export const follow = async (signal: AbortSignal, hears: Hears): Promise<void> => {
  let lastEventId: string | null = null;
  for (let failures = 0; !signal.aborted; failures += 1) {
    await untilSeen(signal);
    const attempt = whileSeen(signal);
    let silence: ReturnType<typeof setTimeout> | undefined;
    const isThere = (): void => {
      clearTimeout(silence);
      silence = setTimeout(attempt.end, SILENCE_MS);
    };
    try {
      isThere();
      const { body }: Response = await request(followLive, { lastEventId, signal: attempt.signal });
      if (!body) return;
      for await (const event of readEvents(body)) {
        isThere();
        failures = 0;
        if (event.name === 'begun' || event.id !== null) lastEventId = event.id;
        tell(event, hears);
      }
    } catch (error) {
      if (isOver(error)) return hears.lost();
    } finally {
      clearTimeout(silence);
      attempt.end();
    }
    if (signal.aborted) return;
    hears.lost();
    await pause(waitAfter(failures), signal);
  }
};
