import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { CallbackPhone, Id, Instant, Money, shortText } from '../common/fields.ts';
import { LIVE_MEDIA_TYPE } from '../live/endpoints.ts';
import { Reason } from '../messages/reason.ts';
import { FeedOutage } from '../tracking/feed-outage.ts';
import { BLOOD_GROUPS, CardScan } from './crash-cards.ts';
import { IncidentRow } from './incident-list.ts';
import { IncidentPlace } from './places.ts';
import { INCIDENT_GRADES, INCIDENT_MOVES, type IncidentMove } from './states.ts';
import { IncidentQueue } from './strangers.ts';
import { DISPATCH_STATUSES } from './teams.ts';

const endpoint = endpointsOf('incidents');
const read = 'incidents.read';
const answer = 'incidents.answer';

/** The most open incidents that the board has. */
export const MOST_ON_BOARD = 200;

/** An open incident as the board shows it. Places are in its record, for those who may see them. */
export const BoardIncident = IncidentRow.extend({
  /** False while none but strangers' phones have called (incidents, rule 37). */
  is_known: z.boolean(),
  /** How many strangers' calls wait in it, of the queue of these calls; null of any other. */
  waiting: z.number().int().nullable(),
  /** Where the caller said that it is. */
  place: z.string(),
  /** Whom it rang at, the newest last. */
  rung: z.array(z.object({ name: z.string(), at: Instant })),
  /** True while it rings at the asker's page. */
  rings_here: z.boolean(),
  /** When it is passed on, to the next person on shift or to the supervisors. */
  passed_on_at: Instant.nullable(),
  /** Teams that are sent and not done. */
  teams: z.array(
    z.object({
      team: z.string(),
      status: z.enum(DISPATCH_STATUSES),
      check_in_at: Instant,
      /** Other incidents that it is sent to; a server of the version before leaves them out. */
      elsewhere: z.array(z.string()).optional(),
    }),
  ),
  /** When the supervisors got a text message about it last. */
  supervisors_told_at: Instant.nullable(),
});
export type BoardIncident = z.infer<typeof BoardIncident>;

/** Somebody who answers calls for help now. */
export const OnShift = z.object({
  id: Id,
  name: z.string(),
  started_at: Instant,
  /** False while no page of theirs shows the board. */
  is_watching: z.boolean(),
  is_own: z.boolean(),
});
export type OnShift = z.infer<typeof OnShift>;

/** A driver's text message that calls nobody and that nobody has taken yet. */
export const DriverText = z.object({
  /** Its number among the contact messages. */
  id: Id,
  at: Instant,
  driver_id: Id,
  car_number: z.string(),
  fullname: z.string(),
  phone: z.string(),
  words: z.string(),
});
export type DriverText = z.infer<typeof DriverText>;

/** The most texts of drivers that the board has, the newest. */
export const MOST_TEXTS_ON_BOARD = 20;

export const IncidentBoard = z.object({
  /** The server's time, from which ages count. */
  at: Instant,
  /** Those not acknowledged first, then known callers, then the gravest, then the oldest. */
  incidents: z.array(BoardIncident),
  /** True where more are open than the board has. */
  is_cut: z.boolean(),
  /** While trackers do not report: none of them can call for help. */
  feeds: FeedOutage.nullable(),
  shifts: z.array(OnShift),
  /** Words of those who ended their shifts within a day, the newest first, at most 5. */
  handovers: z.array(z.object({ id: Id, name: z.string(), ended_at: Instant, words: z.string() })),
  /** Texts of drivers to look at, the newest first. A server of the version before has none. */
  texts: z.array(DriverText).optional(),
  /** Of today, without drills. */
  today: z.object({
    raised: z.number().int(),
    false_alarms: z.number().int(),
    /** Null before the first was acknowledged. */
    median_seconds: z.number().int().nullable(),
  }),
});
export type IncidentBoard = z.infer<typeof IncidentBoard>;

export const getIncidentBoard = endpoint('GET /incidents/board', read, {
  summary: 'The open calls for help, and who is on shift',
  answer: IncidentBoard,
});

const Ringing = IncidentRow.pick({ id: true, number: true, grade: true, is_drill: true });

/**
 * The data of a board's event `board`: the calls for help that ring at the page. A server of the
 * version before says neither the car nor the time.
 */
export const BoardSignal = z.object({
  at: Instant,
  ringing: z.array(Ringing.extend(IncidentRow.pick({ car_number: true, raised_at: true }).partial().shape)),
});
export type BoardSignal = z.infer<typeof BoardSignal>;

/** Seconds without an event after which a page must say that it may have missed a call. */
export const BOARD_LOST_SECONDS = 8;

export const followBoard = endpoint('GET /incidents/live', read, {
  summary: 'What rings at the asker’s page and that the board changed: a stream of server-sent events',
  description:
    'Begins with an event `begun`. `board` comes first and whenever anything on the board changes, with what rings at the ' +
    'caller’s page; its reader then asks for `GET /incidents/board`. `beat` comes every 3 seconds at most while the ' +
    'server can read calls for help, so a page without either has lost them. The stream ends when the caller’s session ' +
    'or role does, and is refused with 429 beside many others of the account.',
  file: [LIVE_MEDIA_TYPE],
});

/** A step on the time line of an incident. */
export const IncidentStep = z.object({
  id: Id,
  at: Instant,
  what: z.enum(['signal', 'rung', 'change', 'note']),
  /** Empty for the server's own. */
  actor: z.string(),
  words: z.string(),
  /** The photo that came with the note. */
  photo: Id.nullable(),
});
export type IncidentStep = z.infer<typeof IncidentStep>;

/** A former incident of the same car. */
const EarlierIncident = IncidentRow.pick({ id: true, number: true, grade: true, status: true, raised_at: true });

/** A team that is or was sent to an incident. */
export const IncidentDispatch = z.object({
  id: Id,
  team_id: Id,
  team: z.string(),
  phone: z.string(),
  status: z.enum(DISPATCH_STATUSES),
  status_reason: z.string().nullable(),
  sent_at: Instant,
  sent_by: z.string(),
  opened_at: Instant.nullable(),
  accepted_at: Instant.nullable(),
  on_scene_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  /** When the team gave a sign last. */
  seen_at: Instant.nullable(),
  /** When the next sign is expected; null once it is done or called back. */
  check_in_at: Instant.nullable(),
  /** Where its phone is; null without the permission to see places. */
  place: z
    .object({ latitude: z.number(), longitude: z.number(), accuracy_m: z.number().nullable(), at: Instant })
    .nullable(),
});
export type IncidentDispatch = z.infer<typeof IncidentDispatch>;

export const IncidentRecord = BoardIncident.extend({
  /** The newest first, at most 50. */
  dispatches: z.array(IncidentDispatch),
  /** The server's time, from which ages count. */
  at: Instant,
  /** The name and number of who called, as the office wrote them down. */
  caller_name: z.string(),
  caller_phone: z.string(),
  driver: z
    .object({
      plan: z.string().nullable(),
      photo: z.string().nullable(),
      is_removed: z.boolean(),
      mobile_number: z.string(),
      /** Owed now: help never waits for it. Null for those who may not see payments. */
      owed: Money.nullable(),
    })
    .nullable(),
  /** Kin and places; null for those who may not see them. */
  private: z
    .object({
      kin: z.object({ name: z.string(), mobile_number: z.string(), relationship: z.string() }).nullable(),
      /** As the driver wished it on the crash card. */
      blood_group: z.enum(BLOOD_GROUPS).nullable(),
      /** The place to go to, by the trust in what told it, then the others, the newest first. */
      places: z.array(IncidentPlace),
      /** Latitude, longitude and moment of the car before the newest place, the oldest first. */
      trail: z.array(z.tuple([z.number(), z.number(), Instant])),
      is_moving: z.boolean().nullable(),
      speed_kmh: z.number().nullable(),
    })
    .nullable(),
  /** The calls that wait in a queue of strangers; empty of any other. */
  queue: IncidentQueue,
  /** The incident that it repeats. */
  duplicate_of: z.object({ id: Id, number: z.string() }).nullable(),
  /** The newest first, at most 10. */
  earlier: z.array(EarlierIncident),
  /** How many of the car's earlier ones were false alarms. */
  earlier_false_alarms: z.number().int(),
  imei: z.string(),
  /** Scans of the car's crash card meanwhile, the newest first, at most 20. */
  scans: z.array(CardScan),
  /** The oldest first, at most 500. */
  steps: z.array(IncidentStep),
});
export type IncidentRecord = z.infer<typeof IncidentRecord>;

export const showIncident = endpoint('GET /incidents/:id', read, {
  summary: 'A call for help with all that an answer needs',
  description: 'Places and kin come only with the permission to see them; looking is then on record, once an hour.',
  errors: ['not_found'],
  answer: IncidentRecord,
});

/** A call for help as the office writes it down. */
export const IncidentCall = z
  .strictObject({
    grade: z.enum(INCIDENT_GRADES),
    driver_id: Id.optional(),
    caller_name: z.string().trim().max(120),
    /** Any number: who is in danger may call from a landline or from abroad. */
    caller_phone: CallbackPhone,
    place: z.string().trim().max(300),
  })
  .refine(({ driver_id, caller_name, place }) => driver_id !== undefined || caller_name !== '' || place !== '', {
    error: 'Please give the driver, the caller or the place.',
    path: ['caller_name'],
  });
export type IncidentCall = z.infer<typeof IncidentCall>;

export const raiseByCall = endpoint('POST /incidents', answer, {
  summary: 'Write down a call for help; it is acknowledged by who wrote it',
  description: 'Joins the open incident of the car where there is one.',
  idempotent: true,
  errors: ['not_found'],
  example: { grade: 'sos', caller_name: 'Esi', caller_phone: '', place: 'Tema' },
  body: IncidentCall,
  created: Done.extend({ incident_id: Id }),
});

/** A drill: it looks and rings like a call for help, and is marked as a drill everywhere. */
export const NewDrill = z.strictObject({ grade: z.enum(INCIDENT_GRADES), driver_id: Id });
export type NewDrill = z.infer<typeof NewDrill>;

export const startDrill = endpoint('POST /incident_drills', 'incidents.drill', {
  summary: 'Start a drill with a driver’s car; the driver hears nothing of it',
  description: 'It rings and is answered like a call for help. No supervisor is told, and figures leave it out.',
  idempotent: true,
  errors: ['not_found', 'conflict'],
  example: { grade: 'sos', driver_id: '1' },
  body: NewDrill,
  created: Done.extend({ incident_id: Id }),
});

const MOVES = Object.keys(INCIDENT_MOVES) as [IncidentMove, ...IncidentMove[]];

export const IncidentChange = z
  .strictObject({
    change: z.enum(MOVES),
    /** The outcome, who was sent, or why. Acknowledging needs none. */
    reason: Reason.optional(),
    /** The number of the incident that it repeats. */
    duplicate_of: z.string().trim().max(20).optional(),
  })
  .refine(({ change, reason }) => change === 'acknowledge' || change === 'arrive' || reason !== undefined, {
    error: 'Please say in a few words what was done.',
    path: ['reason'],
  })
  .refine(({ change, duplicate_of }) => (change === 'duplicate') === (duplicate_of !== undefined), {
    error: 'Please give the number of the incident that it repeats.',
    path: ['duplicate_of'],
  });
export type IncidentChange = z.infer<typeof IncidentChange>;

export const changeIncident = endpoint('PATCH /incidents/:id', answer, {
  summary: 'Acknowledge a call for help, note that help was sent or is there, end it, or open it again',
  errors: ['not_found', 'conflict'],
  body: IncidentChange,
});

export const IncidentNote = z.strictObject({ words: shortText('note', 2_000) });
export type IncidentNote = z.infer<typeof IncidentNote>;

export const noteIncident = endpoint('POST /incidents/:id/notes', answer, {
  summary: 'Write a note on the time line of an incident, also of one that has ended',
  idempotent: true,
  errors: ['not_found'],
  example: { words: 'The driver is safe.' },
  body: IncidentNote,
  created: Done,
});

export const incidentCalls = {
  getIncidentBoard,
  followBoard,
  showIncident,
  raiseByCall,
  startDrill,
  changeIncident,
  noteIncident,
} as const;
