import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Instant } from '../common/fields.ts';
import { perMinute } from '../common/limits.ts';

const endpoint = endpointsOf('incidents');

/** The characters of the secret that a phone makes for its call: 32 bytes in base64url. */
export const SOS_SECRET_LENGTH = 43;
export const SosSecret = z.string().regex(/^[\w-]{43}$/, 'This is not the secret of a call.');

export const SosPlace = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  accuracy_m: z.number().min(0).max(1_000_000),
  /** When the phone was there, by its own clock. */
  at: Instant,
});
export type SosPlace = z.infer<typeof SosPlace>;

export const UNKNOWN_CALLER = 'We do not know this car number and driver code. Please call instead.';

/** Where a call for help stands, without a word about the person or the car. */
export const SosState = z.object({
  /** The server's time, from which ages count. */
  at: Instant,
  raised_at: Instant,
  status: z.enum(['asked', 'seen', 'sent', 'there', 'ended']),
  seen_at: Instant.nullable(),
  sent_at: Instant.nullable(),
  there_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  /** When the newest place of the phone was taken. */
  placed_at: Instant.nullable(),
  is_safe_noted: z.boolean(),
  is_drill: z.boolean(),
  /** Where it rang and who was told, of a call that waits for an answer; it names nobody. */
  tried: z.array(z.object({ at: Instant, words: z.string() })).optional(),
  /** True of a stranger’s open call: a code can be texted to the number in the record. */
  may_confirm: z.boolean().optional(),
});
export type SosState = z.infer<typeof SosState>;

export const callForHelp = endpoint('POST /sos', 'public', {
  summary: 'Call for help from a phone: a member who is signed in, or by car number and driver code',
  description:
    'The phone makes the secret and keeps it: the same secret again is the same call, whenever it comes. A call joins ' +
    'the open incident of its car. Refused with 404 in the same words for a car and a code that do not belong together, ' +
    'and with 429 for the 121st call in a minute of unknown phones at one address, but for the first one of a car.',
  // Far more than strangers may: a known phone behind their address is to get through.
  limits: perMinute({ caller: 60, address: 1_200 }),
  errors: ['not_found'],
  body: z.strictObject({
    secret: SosSecret,
    /** When the button was pressed, by the phone's clock. */
    pressed_at: Instant,
    place: SosPlace.optional(),
    battery_percent: z.int().min(0).max(100).optional(),
    /** Of a caller who is not signed in; of one who is, the code of another own car. */
    driver_code: z.string().trim().max(20).optional(),
    car_number: z.string().trim().max(20).optional(),
  }),
  answer: SosState,
});

export const followCall = endpoint('POST /sos/follow', 'public', {
  summary: 'Where a call for help stands, by its secret; it can give a newer place, or say that one is safe',
  description:
    'Where the state says `may_confirm`, `wants_code` texts six digits to the number in the record, three times a day, ' +
    'and `code` with them makes the call that of a known phone. A wrong code is refused; five tries use it up.',
  limits: perMinute({ caller: 240, address: 600 }),
  errors: ['not_found', 'conflict', 'wrong_credentials'],
  body: z.strictObject({
    secret: SosSecret,
    place: SosPlace.optional(),
    battery_percent: z.int().min(0).max(100).optional(),
    is_safe: z.literal(true).optional(),
    wants_code: z.literal(true).optional(),
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'The code has six digits.')
      .optional(),
  }),
  answer: SosState,
});

export const sosEndpoints = { callForHelp, followCall } as const;
