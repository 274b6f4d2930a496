import { z } from 'zod';

const NO_DAY = { error: 'Give a day that exists, as year-month-day.', abort: true };

/**
 * A day of the calendar as `YYYY-MM-DD`, without a time or a zone. Refuses days that do not exist, those of a year 0 among
 * them, and then skips the schema's further rules.
 */
export const Day = z.iso.date(NO_DAY).refine((day) => !day.startsWith('0000'), NO_DAY);

/** A month as `2026-11`. */
export const Month = z.string().regex(/^(?!0000)\d{4}-(?:0[1-9]|1[0-2])$/, 'Give a month that exists, as year-month.');

/** A moment as ISO text in UTC: `2026-11-20T04:28:00.000Z`. */
export const Instant = z.iso.datetime();
