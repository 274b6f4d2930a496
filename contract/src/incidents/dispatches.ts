import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Instant, unlessOdd } from '../common/fields.ts';
import { perMinute } from '../common/limits.ts';
import { Reason } from '../messages/reason.ts';
import { IncidentPlace } from './places.ts';
import { SosPlace } from './sos.ts';
import { INCIDENT_GRADES } from './states.ts';
import { DISPATCH_STATUSES, ResponseTeam } from './teams.ts';

const endpoint = endpointsOf('incidents');
const [read, answer] = ['incidents.read', 'incidents.answer'] as const;

const MINUTES = 'Please give whole minutes, from 5 to 240.';

export const NewDispatch = z.strictObject({
  team_id: Id,
  /** Minutes without a sign of the team after which the board asks for one. */
  check_in_minutes: z.int(MINUTES).min(5, MINUTES).max(240, MINUTES),
  /** Words for the team, shown on its page. */
  words: z.string().trim().max(500),
  /** True once a person has seen at which other incidents the team is. */
  accepts_two_scenes: z.boolean().optional(),
});
export type NewDispatch = z.infer<typeof NewDispatch>;

export const sendTeam = endpoint('POST /incidents/:id/dispatches', answer, {
  summary: 'Send a team by a text message with a link that opens on one phone; the token is shown once',
  description:
    'Refused with 409 for an incident that has ended, and for a team that is on its way to it; with 422 for one that is ' +
    'sent elsewhere, until `accepts_two_scenes` says that a person has seen where. A drill keeps no team from a real ' +
    'call. In a drill only this team gets a text message.',
  idempotent: true,
  errors: ['not_found', 'conflict', 'refused'],
  example: { team_id: '1', check_in_minutes: 15, words: '' },
  body: NewDispatch,
  created: Done.extend({ dispatch_id: Id, token: z.string(), is_texted: z.boolean() }),
});

export const recallTeam = endpoint('POST /dispatches/:id/recall', answer, {
  summary: 'Call a team back: its link ends at once, and it is told by text message',
  errors: ['not_found', 'conflict'],
  body: z.strictObject({ reason: Reason }),
});

/** A team that might be sent, the best first: free and on duty, then the nearest. */
export const TeamNear = ResponseTeam.omit({ area: true, is_active: true }).extend({
  /** Straight metres to the incident; null where either place is not known. */
  distance_m: z.number().int().nullable(),
  /** True where the incident lies in its area, or it has none. */
  is_in_area: z.boolean(),
});
export type TeamNear = z.infer<typeof TeamNear>;

export const teamsNear = endpoint('GET /incidents/:id/teams', read, {
  summary: 'The teams that might be sent to an incident, the best first',
  description: 'Distances come only with the permission to see places.',
  errors: ['not_found'],
  answer: z.object({ teams: z.array(TeamNear) }),
});

/** The characters of a team link's secret, and of the one by which a phone names itself. */
const Token = z.string().max(200);
const PhoneSecret = z.string().regex(/^[\w-]{43}$/, 'This is not the secret of a phone.');

export const TEAM_LINK_ENDED = 'This link has ended. Please call the office.';
export const TEAM_LINK_TAKEN = 'This link is open on another phone. Please ask the office to send it again.';

/** A call for help as the team's phone shows it. */
export const TeamCall = z.object({
  /** The server's time, from which ages count. */
  at: Instant,
  number: z.string(),
  grade: z.enum(INCIDENT_GRADES),
  is_drill: z.boolean(),
  team: z.string(),
  status: z.enum(DISPATCH_STATUSES),
  sent_at: Instant,
  words: z.string(),
  driver: z.object({ fullname: z.string(), mobile_number: z.string(), car_number: z.string() }).nullable(),
  caller: z.object({ name: z.string(), phone: z.string() }),
  /** Where the caller said that it is. */
  said_place: z.string(),
  /** The place to go to, by the trust in what told it. */
  place: IncidentPlace.nullable(),
  /** The newest places of other phones, and of the car, at most 3. */
  other_places: z.array(IncidentPlace),
  /** When the office expects the next sign of the team. */
  check_in_at: Instant,
});
export type TeamCall = z.infer<typeof TeamCall>;

const linked = { token: Token, phone: PhoneSecret, place: unlessOdd(SosPlace) };

export const openTeamCall = endpoint('POST /team_call', 'public', {
  summary: 'The call for help of a team’s link, which the first phone that opens it keeps to itself',
  description:
    'Secrets are sent in the body, so that they are in no address and no log. It is also a sign of the team, with its ' +
    'place where the phone gives one. A link that is guessed or has ended gets 404; one that another phone has, 409.',
  limits: perMinute({ caller: 240, address: 600 }),
  errors: ['not_found', 'conflict'],
  body: z.strictObject(linked),
  answer: TeamCall,
});

export const TEAM_CHANGES = ['accept', 'arrive', 'finish'] as const;

export const changeTeamCall = endpoint('POST /team_call/change', 'public', {
  summary: 'A team accepts a call for help, is on scene, or is done there',
  description: 'The same change again is no error.',
  limits: perMinute({ caller: 60, address: 240 }),
  errors: ['not_found', 'conflict'],
  body: z.strictObject({
    ...linked,
    change: z.enum(TEAM_CHANGES),
    /** A word for the office. */
    words: z.string().trim().max(500).optional(),
  }),
  answer: TeamCall,
});

export const dispatchEndpoints = { sendTeam, recallTeam, teamsNear, openTeamCall, changeTeamCall } as const;
