import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Instant, unlessOdd } from '../common/fields.ts';
import { perMinute } from '../common/limits.ts';

const endpoint = endpointsOf('incidents');

/** The characters of the secret that a phone makes for its call: 32 bytes in base64url. */
export const SOS_SECRET_LENGTH = 43;
export const SosSecret = z.string().regex(/^[\w-]{43}$/, 'This is not the secret of a call.');

const DECIMAL = /^[+-]?\d{1,9}(?:[.,]\d{1,20})?(?:e[+-]?\d{1,2})?$/i;

/** A number, or its text, also with a decimal comma. */
const numeric = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(DECIMAL)
    .transform((text) => Number(text.replace(',', '.'))),
]);

/** Rounds to decimals; what is nearer to zero than the database can hold is zero. */
const rounded = (decimals: number) => numeric.transform((given) => Number(given.toFixed(decimals)) + 0);

/** A moment by a phone's clock, as ISO text in any zone or in milliseconds since 1970. */
export const PhoneMoment = z
  .union([z.string(), z.number()])
  .refine((at) => !Number.isNaN(new Date(at).getTime()), 'Give a moment, like 2026-11-20T04:28:00Z.');
export type PhoneMoment = z.infer<typeof PhoneMoment>;

/** Where a phone is. 0,0 is no place: phones without a fix say it. */
export const SosPlace = z
  .object({
    latitude: rounded(7).pipe(z.number().min(-90).max(90)),
    longitude: rounded(7).pipe(z.number().min(-180).max(180)),
    accuracy_m: rounded(2).pipe(z.number().min(0).max(1_000_000)).nullable().catch(null),
    /** When the phone was there; absent, it is there now. */
    at: unlessOdd(PhoneMoment),
  })
  .refine(({ latitude, longitude }) => latitude !== 0 || longitude !== 0);
export type SosPlace = z.infer<typeof SosPlace>;

/** Percent. Between 0 and 1 it may be a share, and says nothing. */
const BatteryPercent = numeric
  .refine((percent) => percent === 0 || (percent >= 1 && percent <= 100))
  .transform(Math.round);

/** Place and battery of a phone, which stand beside its call. */
const told = { place: unlessOdd(SosPlace), battery_percent: unlessOdd(BatteryPercent) };

/** Takes any query, such as what a messenger adds to a link, and reads none of it. */
export const anyQuery = z.object({});

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

/** A code or a plate as typed, of which letters and digits count. */
const Typed = z.string().transform((text) => text.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 20));

export const callForHelp = endpoint('POST /sos', 'public', {
  summary: 'Call for help from a phone: a member who is signed in, or by car number and driver code',
  description:
    'The phone makes the secret and keeps it: the same secret again is the same call, whenever it comes. A call joins ' +
    'the open incident of its car. Refused with 404 in the same words for a car and a code that do not belong together, ' +
    'and with 429 for the 121st call in a minute of unknown phones at one address, but for the first one of a car. ' +
    'Only the secret must be right: any other field that cannot be read, or is not known here, is left out.',
  // Far more than strangers may: a known phone behind their address is to get through.
  limits: perMinute({ caller: 60, address: 1_200 }),
  errors: ['not_found'],
  query: anyQuery,
  body: z.object({
    secret: SosSecret,
    /** When the button was pressed; absent, it is now. */
    pressed_at: unlessOdd(PhoneMoment),
    ...told,
    /** Of a caller who is not signed in; of one who is, the code of another own car. */
    driver_code: unlessOdd(Typed),
    car_number: unlessOdd(Typed),
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
  query: anyQuery,
  body: z.object({
    secret: SosSecret,
    ...told,
    is_safe: unlessOdd(z.literal(true)),
    wants_code: unlessOdd(z.literal(true)),
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'The code has six digits.')
      .optional(),
  }),
  answer: SosState,
});

export const sosEndpoints = { callForHelp, followCall } as const;
