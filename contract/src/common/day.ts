import { z } from 'zod';

/**
 * A day of the calendar as `YYYY-MM-DD`, without a time or a zone. Days that do not exist are refused, and further rules are
 * not asked about them.
 */
export const Day = z.iso.date({ error: 'Give a day that exists, as year-month-day.', abort: true });
