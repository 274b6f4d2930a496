import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { Id } from '../common/ids.ts';
import { Instant } from '../common/instant.ts';
import { pageQuery } from '../common/paging.ts';

export const MESSAGE_CHANNELS = ['mail', 'sms'] as const;
export const MESSAGE_STATUSES = ['waiting', 'sent', 'failed', 'expired'] as const;

/** The count and the pages of the outbox stop here. */
export const OUTBOX_REACH = 10_000;

export const OutboxMessage = z.object({
  id: Id,
  channel: z.enum(MESSAGE_CHANNELS),
  recipient: z.string(),
  subject: z.string(),
  /** The words of a text message that no provider sends, so that staff can pass it on; empty otherwise. */
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

/** `held` text messages wait until tomorrow, since today's `per_day` are used up; 0 while some are left. */
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

export const messageEndpoints = [listOutbox, getTextsHeld] as const;
