const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds for which a prompt is sent again when no answer came: later its payer would not expect it any more. */
export const SENT_WITHIN_MS = 2 * MINUTE;
/** Milliseconds after which a request that the network does not know was never accepted, and is not any more. */
export const NOT_ACCEPTED_AFTER_MS = SENT_WITHIN_MS + MINUTE;
/** Milliseconds within which a payer approves; the network gives up then too, but may say so late. */
export const APPROVED_WITHIN_MS = 5 * MINUTE;
/** Milliseconds after which nobody asks the network for a prompt any more. */
const GIVEN_UP_AFTER_MS = 24 * HOUR;

/** Pauses between two looks, in milliseconds, by the age of a prompt up to which they hold. */
const PAUSES: readonly (readonly [age: number, pause: number])[] = [
  [MINUTE, 3 * SECOND],
  [6 * MINUTE, 10 * SECOND],
  [HOUR, 2 * MINUTE],
  [GIVEN_UP_AFTER_MS, 30 * MINUTE],
];

/** When a prompt of this moment is looked after next; null once it is given up. */
export const nextLook = (created: Date, now: Date): Date | null => {
  const age = now.getTime() - created.getTime();
  const pause = PAUSES.find(([upTo]) => age < upTo)?.[1];
  return pause === undefined ? null : new Date(now.getTime() + pause);
};
