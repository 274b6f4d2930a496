import { z } from 'zod';
import { formatInstant } from '../common/calendar.ts';
import { Instant } from '../common/fields.ts';

export const REFUSAL_CAUSES = ['no_secret', 'wrong_secret'] as const;
export type RefusalCause = (typeof REFUSAL_CAUSES)[number];

/** Reports of trackers that do not come as they should. */
export const FeedOutage = z.object({
  /** When the last report came. */
  since: Instant,
  /** Why reports are refused; null where none arrive. */
  cause: z.enum(REFUSAL_CAUSES).nullable(),
  /** The trackers that fell silent together, of those that drove; null where none reports. */
  silent: z.number().int().nullable(),
  driving: z.number().int().nullable(),
});
export type FeedOutage = z.infer<typeof FeedOutage>;

const CAUSES: Readonly<Record<RefusalCause, string>> = {
  no_secret: 'Reports come without the feeds’ secret and are refused.',
  wrong_secret: 'Reports come with a wrong secret and are refused: Traccar needs the present one.',
};

/** Two sentences: since when trackers do not report, and why where that is known. */
export const feedOutageText = ({ since, cause, silent, driving }: FeedOutage): string =>
  silent !== null && driving !== null
    ? `${silent} of ${driving} trackers that were driving fell silent together at ${formatInstant(since)}. Look at their network, and at Traccar.`
    : `No tracker has reported since ${formatInstant(since)}. ${cause === null ? 'Nothing arrives: look at Traccar and its way to this server.' : CAUSES[cause]}`;
