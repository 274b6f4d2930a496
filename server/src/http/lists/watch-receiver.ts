import type { ServerResponse } from 'node:http';

/** Milliseconds between two looks at how much has been taken. */
const LOOK_MS = 30_000;
/** Looks after which a file has taken long enough, a quarter of an hour: 100 MB at 1 Mbit/s. */
const MOST_LOOKS = 30;

/**
 * Calls `cutOff` for a receiver that took nothing between two looks, and for one who takes longer than a quarter of an hour:
 * a file holds a connection of the database and a place among the files for as long as it is received. Node passes bytes on by
 * some 64 kB, so one that takes less than 2 kB a second may count as taking nothing.
 */
export const watchReceiver = (response: ServerResponse, cutOff: () => void): void => {
  const { socket } = response;
  let before = socket?.bytesWritten;
  let looks = 0;
  const check = setInterval(() => {
    looks += 1;
    if (socket?.bytesWritten === before || looks === MOST_LOOKS) cutOff();
    before = socket?.bytesWritten;
  }, LOOK_MS);
  check.unref();
  response.once('close', () => clearInterval(check));
};
