import { z } from 'zod';

/** A moment as ISO text in UTC: `2026-11-20T04:28:00.000Z`. */
export const Instant = z.iso.datetime();

/** A moment for people in Ghana: `20 Nov 2026, 04:28`. */
export const formatInstant = (instant: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Africa/Accra',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(instant));
