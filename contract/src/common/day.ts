import { z } from 'zod';

/**
 * A day of the calendar as `YYYY-MM-DD`, without a time or a zone. Refuses days that do not exist, and then skips the
 * schema's further rules.
 */
export const Day = z.iso.date({ error: 'Give a day that exists, as year-month-day.', abort: true });

/** A moment as ISO text in UTC: `2026-11-20T04:28:00.000Z`. */
export const Instant = z.iso.datetime();
