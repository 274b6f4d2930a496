import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Instant, shortText } from '../common/fields.ts';
import { perMinute } from '../common/limits.ts';
import { Reason } from '../messages/reason.ts';
import { OwnPlace } from './own-car.ts';
import { StolenRow, stolenList } from './stolen-list.ts';

const endpoint = endpointsOf('tracking');
const read = 'tracking.read';
const share = 'tracking.share';

/** The longest that a link may be good, in hours. */
export const MOST_LINK_HOURS = 72;
/** The links of one declaration that are open at once. */
export const MOST_OPEN_LINKS = 20;

const MISSING_DRIVER = 'Please choose the driver whose car was stolen.';

export const StolenCar = z.strictObject({
  driver_id: z.string(MISSING_DRIVER).min(1, { error: MISSING_DRIVER, abort: true }).pipe(Id),
  last_seen: shortText('place where it was last seen', 300),
});
export type StolenCar = z.infer<typeof StolenCar>;

export const declareStolen = endpoint('POST /stolen_cars', share, {
  summary: 'Declare a car stolen: its owner is told, and links for the police can be made',
  description:
    'A car has one open declaration: the later of two calls gets 409. Refused with 409 for a removed driver.',
  idempotent: true,
  errors: ['not_found', 'conflict'],
  example: { driver_id: '1', last_seen: 'Nima, near the market.' },
  body: StolenCar,
  created: Done.extend({ stolen_car_id: Id }),
});

/** An opening of a link: once an hour of each address. */
export const StolenOpening = z.object({ opened_at: Instant, address: z.string(), user_agent: z.string() });

export const StolenLink = z.object({
  id: Id,
  made_for: z.string(),
  made_at: Instant,
  made_by: z.string(),
  ends_at: Instant,
  closed_at: Instant.nullable(),
  /** True while it shows the car. */
  is_open: z.boolean(),
  /** The newest first, at most 100. */
  openings: z.array(StolenOpening),
});
export type StolenLink = z.infer<typeof StolenLink>;

export const StolenRecord = StolenRow.extend({
  /** The newest first. */
  links: z.array(StolenLink),
  /** The steps of the audit log, the newest first. */
  history: z.array(z.object({ at: Instant, actor: z.string(), action: z.string(), reason: z.string().nullable() })),
});
export type StolenRecord = z.infer<typeof StolenRecord>;

export const showStolenCar = endpoint('GET /stolen_cars/:id', read, {
  summary: 'A car that was declared stolen, with its links and who opened them',
  errors: ['not_found'],
  answer: StolenRecord,
});

export const STOLEN_MOVES = { end: { from: ['open'] } } as const;

export const StolenChange = z.strictObject({ change: z.literal('end'), reason: Reason });
export type StolenChange = z.infer<typeof StolenChange>;

export const changeStolenCar = endpoint('PATCH /stolen_cars/:id', share, {
  summary: 'End a declaration with a word of what became of the car; its links close at once',
  errors: ['not_found', 'conflict'],
  body: StolenChange,
});

const HOURS = `Please give whole hours, from 1 to ${MOST_LINK_HOURS}.`;

export const NewStolenLink = z.strictObject({
  made_for: shortText('name of those who get the link', 120),
  hours: z.int(HOURS).min(1, HOURS).max(MOST_LINK_HOURS, HOURS),
});
export type NewStolenLink = z.infer<typeof NewStolenLink>;

export const makeStolenLink = endpoint('POST /stolen_cars/:id/links', share, {
  summary: 'Make a link that shows a stolen car without sign-in for some hours; shown once',
  description: `Refused with 409 once the declaration ended, and beside ${MOST_OPEN_LINKS} open links.`,
  limits: [{ by: 'caller', max: 30, seconds: 60 }],
  errors: ['not_found', 'conflict'],
  body: NewStolenLink,
  answer: Done.extend({ link_id: Id, token: z.string(), ends_at: Instant }),
});

export const closeStolenLink = endpoint('POST /stolen_links/:id/close', share, {
  summary: 'Close a link at once, also for pages that show it',
  description: 'A link that was closed or has ended stays so.',
  errors: ['not_found'],
});

/** The characters of a link's secret: 32 bytes in base64url. */
export const LINK_TOKEN_LENGTH = 43;
export const LINK_ENDED = 'This link has ended or was closed.';
/** The hours of its trail that a link shows, as far as they lie after the declaration. */
export const SHARED_TRAIL_HOURS = 24;
/** The most points of a trail in one answer. */
export const MOST_SHARED_POINTS = 2_000;

export const SharedCar = z.object({
  /** The server's time, from which ages count. */
  at: Instant,
  car_number: z.string(),
  declared_at: Instant,
  last_seen: z.string(),
  ends_at: Instant,
  /** False while no tracker is in the car. */
  has_tracker: z.boolean(),
  /** Minutes without a report after which the tracker counts as silent. */
  silent_minutes: z.number().int(),
  place: OwnPlace.nullable(),
  /** Latitude, longitude and moment of the points after `since`, the oldest first. */
  trail: z.array(z.tuple([z.number(), z.number(), Instant])),
});
export type SharedCar = z.infer<typeof SharedCar>;

export const openSharedCar = endpoint('POST /shared_car', 'public', {
  summary: 'The place of a stolen car by a link’s secret, without sign-in',
  description:
    'The secret is sent in the body, so that it is in no address and no log. A secret that is guessed, ended or closed ' +
    'gets the same 404. Every opening is kept with its time and address.',
  limits: perMinute({ caller: 120, address: 120 }),
  errors: ['not_found'],
  body: z.strictObject({
    token: z.string().max(200),
    /** The moment of the last point that the page has. */
    since: Instant.optional(),
  }),
  answer: SharedCar,
});

export const stolenEndpoints = {
  listStolenCars: stolenList.page,
  exportStolenCars: stolenList.file,
  declareStolen,
  showStolenCar,
  changeStolenCar,
  makeStolenLink,
  closeStolenLink,
  openSharedCar,
} as const;
