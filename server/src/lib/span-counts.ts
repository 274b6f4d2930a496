import { createHmac, createSecretKey, randomBytes } from 'node:crypto';

/** `retryAfter`: seconds until the span ends. `count` counts one more; call it before any await. */
export type Peek = { allowed: boolean; retryAfter: number; count: () => void };

export type SpanCounts = {
  /** Whether a subject is below `max` (65,535 at most), without counting. `now` in milliseconds. */
  peek: (subject: string, max: number, now: number) => Peek;
};

/** Every subject has one cell in each row. */
const ROWS = 4;
const CELLS = 32_768;
/** The largest number in a cell of 16 bits. */
const MOST = 65_535;

/**
 * Counts subjects in this process, within each span of `seconds` since 1970. Nothing is forgotten
 * before its span ends, and memory stays at 256 kB for any number of subjects: subjects share cells
 * by a hash, and a subject's count is the least of its cells (a count-min sketch). So a count is
 * never too low. It is too high only when others fill all four cells: by one after 100,000 others
 * within the span, by 13 after a million. The hash has a secret key, so that attackers cannot
 * choose whose cells they fill.
 */
export const spanCounts = (seconds: number): SpanCounts => {
  const key = createSecretKey(randomBytes(32));
  const span = seconds * 1000;
  let startedAt = 0;
  let cells: Uint16Array | null = null;

  const placesOf = (subject: string): number[] => {
    const digest = createHmac('sha256', key).update(subject).digest();
    return Array.from({ length: ROWS }, (_, row) => row * CELLS + (digest.readUInt32LE(row * 4) % CELLS));
  };

  return {
    peek: (subject, max, now) => {
      const starts = Math.floor(now / span) * span;
      if (!cells || starts !== startedAt) cells = new Uint16Array(ROWS * CELLS);
      startedAt = starts;
      const current = cells;
      const places = placesOf(subject);
      const least = (): number => Math.min(...places.map((place) => current[place] ?? 0));
      return {
        allowed: least() < Math.min(max, MOST),
        retryAfter: Math.ceil((starts + span - now) / 1000),
        count: () => {
          const count = least();
          // Raises only the lowest cells: the others already count another subject.
          for (const place of places) if (current[place] === count) current[place] = Math.min(MOST, count + 1);
        },
      };
    },
  };
};
