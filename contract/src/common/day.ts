import { z } from 'zod';

/**
 * A day of the calendar as `YYYY-MM-DD`, without a time or a zone. Refuses days that do not exist, and then skips the
 * schema's further rules.
 */
export const Day = z.iso.date({ error: 'Give a day that exists, as year-month-day.', abort: true });
