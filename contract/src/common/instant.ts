import { z } from 'zod';

/** A moment as ISO text in UTC: `2026-11-20T04:28:00.000Z`. */
export const Instant = z.iso.datetime();
