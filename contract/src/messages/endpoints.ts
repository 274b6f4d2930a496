import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { Id } from '../common/ids.ts';
import { Instant } from '../common/instant.ts';
import { pageQuery } from '../common/paging.ts';

export const MESSAGE_CHANNELS = ['mail', 'sms'] as const;
export const MESSAGE_STATUSES = ['waiting', 'sent', 'failed', 'expired'] as const;

/** As far as the outbox is counted and paged. */
export const OUTBOX_REACH = 10_000;

export const OutboxMessage = z.object({
  id: Id,
  channel: z.enum(MESSAGE_CHANNELS),
  recipient: z.string(),
  subject: z.string(),
  /** Of a text message that nothing sends yet, so that staff can pass it on; empty otherwise. */
  text: z.string(),
  status: z.enum(MESSAGE_STATUSES),
  attempts: z.number().int(),
  created_at: Instant,
  expires_at: Instant,
  sent_at: Instant.nullable(),
});
export type OutboxMessage = z.infer<typeof OutboxMessage>;

export const listOutbox = endpoint({
  method: 'GET',
  url: '/outbox',
  access: 'outbox.read',
  schema: {
    summary: 'Messages to members and staff, the newest first',
    description: `X-Total-Count counts up to ${OUTBOX_REACH}.`,
    tags: ['messages'],
    querystring: z.object({ ...pageQuery, channel: z.enum(MESSAGE_CHANNELS).default('sms') }),
    response: { 200: z.array(OutboxMessage), ...errorResponses },
  },
});

/** `held` text messages wait until tomorrow, since `per_day` were sent today; 0 while there are some left. */
export const TextsHeld = z.object({ held: z.number().int(), per_day: z.number().int() });
export type TextsHeld = z.infer<typeof TextsHeld>;

export const getTextsHeld = endpoint({
  method: 'GET',
  url: '/outbox/held',
  access: 'dashboard.read',
  schema: {
    summary: 'How many text messages wait because the day’s are used up',
    tags: ['messages'],
    response: { 200: TextsHeld, ...errorResponses },
  },
});

export const messageEndpoints = { listOutbox, getTextsHeld } as const;
