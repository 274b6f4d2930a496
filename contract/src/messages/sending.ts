import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Instant } from '../common/fields.ts';
import { MISSING_REASON, Reason } from './reason.ts';

const endpoint = endpointsOf('messages');

/** Kinds of messages that a stop holds: none, text messages, or these and mail. */
export const STOPS = ['none', 'texts', 'all'] as const;
export type SendingStop = (typeof STOPS)[number];

export const STOP_LABELS = { none: 'Nothing', texts: 'Text messages', all: 'Text messages and mail' } as const;

const Stopped = z.object({
  what: z.enum(['texts', 'all']),
  /** A username. */
  by: z.string(),
  at: Instant,
  reason: z.string(),
});
export type Stopped = z.infer<typeof Stopped>;

export const TextsHeld = z.object({
  /**
   * Due text messages that wait because sending is stopped or their share of today's limit is used
   * up; else 0.
   */
  held: z.number().int(),
  /**
   * All of today's `per_day`, or the share of password codes, or that of all other texts; null
   * while each has some left.
   */
  used_up: z.enum(['all', 'codes', 'others']).nullable(),
  /** Welcomes that wait since far more drivers registered than usual, counted to 10,000. */
  welcomes: z.number().int(),
  per_day: z.number().int(),
  stopped: Stopped.nullable(),
});
export type TextsHeld = z.infer<typeof TextsHeld>;

export const getTextsHeld = endpoint('GET /outbox/held', 'dashboard.read', {
  summary: 'How many text messages wait because they are stopped, the day’s are used up or many drivers register',
  answer: TextsHeld,
});

export const Sending = z.object({
  ...TextsHeld.shape,
  /** Text messages that were sent today. */
  sent_today: z.number().int(),
  /** The limit that staff set; null where that of the server holds. */
  own_limit: z.number().int().nullable(),
  /** The most that staff may set: the limit of the server. */
  ceiling: z.number().int(),
  /** True where a service sends texts, or mail. */
  texts_are_sent: z.boolean(),
  mails_are_sent: z.boolean(),
});
export type Sending = z.infer<typeof Sending>;

export const getSending = endpoint('GET /outbox/sending', 'outbox.read', {
  summary: 'The day’s limit of text messages, how many were sent, and whether sending is stopped, by whom and why',
  answer: Sending,
});

/** Whether a text message is sent, held until tomorrow, stopped by staff, or passed on by hand. */
export const TEXTING = ['sent', 'held', 'stopped', 'by hand'] as const;

const PER_DAY = 'Give a whole number of text messages, at least 1. To send none, stop sending.';
const PerDay = z.number(PER_DAY).int(PER_DAY).min(1, PER_DAY).max(1_000_000, PER_DAY);

export const TextLimit = z.strictObject({ per_day: PerDay.nullable() });

export const changeTextLimit = endpoint('PATCH /outbox/limit', 'messages.change', {
  summary: 'Set the day’s limit of text messages, or with null go back to that of the server, which it never exceeds',
  errors: ['refused'],
  body: TextLimit,
});

/** The body of a stop as its form asks for it. */
export const StopBody = z.strictObject({ stop: z.enum(['texts', 'all']), reason: Reason });

export const changeSending = endpoint('PATCH /outbox/sending', 'messages.change', {
  summary: 'Stop text messages, or these and mail, on all servers within seconds, or send again',
  description:
    'Messages wait meanwhile, until they expire. A stop needs its reason; a stop that holds already is refused.',
  errors: ['conflict'],
  body: z
    .strictObject({ stop: z.enum(STOPS), reason: Reason.optional() })
    .refine(({ stop, reason }) => stop === 'none' || reason !== undefined, {
      message: MISSING_REASON,
      path: ['reason'],
    }),
});

export const releaseWelcomes = endpoint('POST /outbox/release_welcomes', 'messages.change', {
  summary:
    'Let the welcomes go that are held back since far more drivers registered than usual, for the rest of the day',
  errors: ['conflict'],
});

export const sendMessageAgain = endpoint('POST /outbox/:id/send_again', 'messages.change', {
  summary: 'Try a refused message again at once; refused once its words are removed',
  errors: ['not_found', 'conflict', 'refused'],
});
