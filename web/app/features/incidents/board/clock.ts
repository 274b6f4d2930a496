import { spanText } from '@banbo/contract';
import { useEffect, useState } from 'react';

const DAY_S = 86_400;

const two = (value: number): string => String(value).padStart(2, '0');

/** A span as a clock that runs: `0:42`, `31:55`, `2:03:10`; of days in words. */
export const clockText = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds >= 2 * DAY_S) return spanText(ms);
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};

/** A moment of the day in Ghana, which keeps UTC all year: `19:04:11`. */
export const timeText = (instant: string): string => new Date(instant).toISOString().slice(11, 19);

/** The server's time in ms, each second anew, by what it said when an answer was read. */
export const useServerNow = (at: string | undefined, readAt: number): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return at === undefined ? now : Math.max(now, readAt) - readAt + Date.parse(at);
};
