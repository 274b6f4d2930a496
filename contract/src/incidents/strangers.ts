import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Id, Instant } from '../common/fields.ts';
import { Reason } from '../messages/reason.ts';

const endpoint = endpointsOf('incidents');
const answer = 'incidents.answer';

/** The most groups that the record of a queue shows, the largest. */
export const MOST_QUEUE_GROUPS = 50;

/**
 * Strangers' calls that wait: those of one address, hour of registration and text are a group, or
 * all those of one address that would make many.
 */
export const IncidentQueue = z.array(
  z.object({
    key: z.string(),
    is_site: z.boolean(),
    count: z.number().int(),
    first_at: Instant,
    last_at: Instant,
    /** The newest of them: what comes later is not ended with the group that was seen. */
    last_id: Id,
    /** The oldest of them, at most 5. */
    calls: z.array(z.object({ id: Id, number: z.string(), car_number: z.string() })),
  }),
);
export type IncidentQueue = z.infer<typeof IncidentQueue>;

export const QueueEnd = z.strictObject({ key: z.string().min(1).max(64), last_id: Id, reason: Reason });
export type QueueEnd = z.infer<typeof QueueEnd>;

export const endQueueGroup = endpoint('POST /incidents/:id/queue/end', answer, {
  summary: 'End the calls of a group of strangers that wait as false alarms, at most 200 at once',
  description: 'Calls after the last one that was seen stay.',
  errors: ['conflict'],
  body: QueueEnd,
});

export const knowCaller = endpoint('POST /incidents/:id/known', answer, {
  summary: 'Note that the office called back and knows the caller: the call leaves the queue of strangers and rings',
  errors: ['not_found', 'conflict'],
  body: z.strictObject({ reason: Reason }),
});

export const strangerEndpoints = { endQueueGroup, knowCaller } as const;
