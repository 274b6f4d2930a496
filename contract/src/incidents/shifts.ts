import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Instant } from '../common/fields.ts';

const endpoint = endpointsOf('incidents');
const answer = 'incidents.answer';

/** Seconds between two signs of life of a page that shows the board. */
export const WATCHING_BEAT_SECONDS = 4;
/** Seconds without one after which nobody is taken to look at that page. */
export const WATCHING_SECONDS = 15;

export const startShift = endpoint('POST /response_shifts', answer, {
  summary: 'Start one’s shift: calls for help ring at one’s page from now on',
  description: 'Starting again while on shift changes nothing.',
  body: z.strictObject({}),
  answer: Done.extend({ shift_id: Id }),
});

export const ShiftEnd = z.strictObject({
  /** Words for those who come next: what was promised to whom. */
  handover: z.string().trim().max(2_000),
});
export type ShiftEnd = z.infer<typeof ShiftEnd>;

export const endShift = endpoint('POST /response_shifts/end', answer, {
  summary: 'End one’s shift with a word for those who come next',
  errors: ['conflict'],
  body: ShiftEnd,
});

/** A sign of life of the asker's page, and for it that the server is there. */
export const watchBoard = endpoint('POST /response_shifts/watching', answer, {
  summary: 'Tell that one’s page shows the board',
  answer: z.object({ at: Instant, is_on_shift: z.boolean() }),
});

export const shiftEndpoints = { startShift, endShift, watchBoard } as const;
