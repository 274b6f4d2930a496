import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Instant, unlessOdd } from '../common/fields.ts';
import { perMinute } from '../common/limits.ts';
import { MAX_TYPED_CODE } from '../common/paper-code.ts';
import { anyQuery, PhoneMoment, SosPlace, SosSecret, SosState } from './sos.ts';

const endpoint = endpointsOf('incidents');

export const BLOOD_GROUPS = ['A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-'] as const;
export type BloodGroup = (typeof BLOOD_GROUPS)[number];

/** The address of the page that a windscreen's sticker leads to. */
export const crashCardPage = (origin: string, code: string): string => `${origin}/crash_card/${code}`;

/** The refusal of a card that is unknown or stopped. */
export const CARD_NOT_IN_USE = 'This card is not in use. Please call one of the numbers.';

/** The card of a car, as staff see it. The blood group is shown with emergencies alone. */
export const CrashCard = z.object({
  id: Id,
  code: z.string(),
  made_at: Instant,
  made_by: z.string(),
  has_blood_group: z.boolean(),
});
export type CrashCard = z.infer<typeof CrashCard>;

/** An opening of a card's page. */
export const CardScan = z.object({
  id: Id,
  at: Instant,
  /** When it told the office where it is. */
  told_at: Instant.nullable(),
  /** When the office let it show kin and blood group. */
  released_at: Instant.nullable(),
  released_by: z.string(),
});
export type CardScan = z.infer<typeof CardScan>;

export const showCrashCard = endpoint('GET /drivers/:id/crash_card', 'drivers.read', {
  summary: 'The crash card of a car that is in use, and the newest scans of all its cards, at most 20',
  errors: ['not_found'],
  answer: z.object({
    card: CrashCard.nullable(),
    scans: z.array(CardScan.extend({ incident: z.object({ id: Id, number: z.string() }).nullable() })),
  }),
});

const NewCrashCard = z.strictObject({ blood_group: z.enum(BLOOD_GROUPS).nullable() });

export const makeCrashCard = endpoint('POST /drivers/:id/crash_card', 'drivers.change', {
  summary: 'Make a crash card of a car; the former one stops',
  idempotent: true,
  errors: ['not_found', 'conflict'],
  example: { blood_group: 'O+' },
  body: NewCrashCard,
  created: Done.extend({ card_id: Id }),
});

export const stopCrashCard = endpoint('DELETE /crash_cards/:id', 'drivers.change', {
  summary: 'Stop a crash card, such as one that was lost with its windscreen',
  errors: ['not_found', 'conflict'],
});

export const getCrashSticker = endpoint('GET /crash_cards/:id/pdf', 'drivers.read', {
  summary: 'The sticker of a crash card for the windscreen, as PDF',
  limits: [{ by: 'caller', max: 60, seconds: 60 }],
  errors: ['not_found', 'conflict'],
  file: ['application/pdf'],
});

/** A scanned card's page. Without the office's word it shows nothing of person or car. */
export const ScannedCard = z.object({
  /** The server's time, from which ages count. */
  at: Instant,
  /** Where the call of this page stands; null before it told the office anything. */
  call: SosState.nullable(),
  released: z
    .object({
      fullname: z.string(),
      kin: z.object({ name: z.string(), mobile_number: z.string(), relationship: z.string() }).nullable(),
      blood_group: z.enum(BLOOD_GROUPS).nullable(),
    })
    .nullable(),
});
export type ScannedCard = z.infer<typeof ScannedCard>;

/** A page of a card: the code of the sticker, and the secret that the page made for itself. */
const ofPage = { code: z.string().min(1).max(MAX_TYPED_CODE), secret: SosSecret };

/** Words of at most so many characters; more are cut off, since the call counts. */
const saidIn = (characters: number) =>
  z.string().transform((text) => text.replaceAll('\u0000', '').trim().slice(0, characters));

export const openCrashCard = endpoint('POST /crash_card/open', 'public', {
  summary: 'Open a scanned crash card; each opening is on record',
  description: 'The page makes its secret and asks again with it: the same secret is the same scan.',
  limits: perMinute({ caller: 60, address: 120 }),
  errors: ['not_found'],
  body: z.strictObject(ofPage),
  answer: ScannedCard,
});

export const tellOfCrash = endpoint('POST /crash_card/tell', 'public', {
  summary: 'Tell the office where the car of a scanned crash card is: it rings as an accident',
  description:
    'The same secret again is the same call, and only adds its words and its place. Newer places come by `POST /sos/follow`. ' +
    'Any field but code and secret that cannot be read is left out.',
  limits: perMinute({ caller: 20, address: 60 }),
  errors: ['not_found'],
  query: anyQuery,
  body: z.object({
    ...ofPage,
    /** When the button was pressed; absent, it is now. */
    pressed_at: unlessOdd(PhoneMoment),
    place: unlessOdd(SosPlace),
    /** A number to call back, as they write it. */
    phone: unlessOdd(saidIn(60)),
    words: unlessOdd(saidIn(300)),
  }),
  answer: ScannedCard,
});

export const releaseToScan = endpoint('POST /crash_scans/:id/release', 'incidents.private', {
  summary: 'Let the phone that scanned a crash card show kin and blood group, for two hours or to the incident’s end',
  errors: ['not_found', 'conflict'],
});

export const crashCardEndpoints = {
  showCrashCard,
  makeCrashCard,
  stopCrashCard,
  getCrashSticker,
  openCrashCard,
  tellOfCrash,
  releaseToScan,
} as const;
