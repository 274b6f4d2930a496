import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { Id, Instant, Phone, shortText } from '../common/fields.ts';
import { FenceShape } from '../tracking/fence-shape.ts';

const endpoint = endpointsOf('incidents');
const [read, change] = ['incidents.read', 'incidents.teams'] as const;

/** The most teams, and the most people of one. */
export const MOST_TEAMS = 200;
export const MOST_TEAM_PEOPLE = 20;

const TeamPerson = z.strictObject({
  name: shortText('name', 120),
  phone: z.union([Phone, z.literal('')]),
});

const teamFields = {
  name: shortText('team’s name', 60),
  /** Links to incidents go to it, in any usual spelling. */
  phone: Phone,
  /** The vehicle in words with its number plate. */
  vehicle: z.string().trim().max(120),
  people: z.array(TeamPerson).max(MOST_TEAM_PEOPLE, `At most ${MOST_TEAM_PEOPLE} people.`),
  /** Where it works; null for everywhere. */
  area: FenceShape.nullable(),
  /** False for one that goes to no incident for now. */
  is_active: z.boolean(),
};
export const TeamFields = z.strictObject(teamFields);
export type TeamFields = z.infer<typeof TeamFields>;
export const TeamChange = TeamFields.partial();
export type TeamChange = z.infer<typeof TeamChange>;

/** Hours in which a team is on duty. */
export const TeamDuty = z.object({ id: Id, starts_at: Instant, ends_at: Instant });
export type TeamDuty = z.infer<typeof TeamDuty>;

/** The states of a team that is sent to an incident. */
export const DISPATCH_STATUSES = ['sent', 'accepted', 'on_scene', 'done', 'recalled'] as const;
export type DispatchStatus = (typeof DISPATCH_STATUSES)[number];

export const DISPATCH_STATUS_LABELS = {
  sent: 'Sent, not accepted yet',
  accepted: 'On the way',
  on_scene: 'On scene',
  done: 'Done',
  recalled: 'Called back',
} as const satisfies Record<DispatchStatus, string>;

export const OPEN_DISPATCH_STATUSES = ['sent', 'accepted', 'on_scene'] as const;

/** The changes of a dispatch, each with the states that it comes from. */
export const DISPATCH_MOVES = {
  accept: { from: ['sent'] },
  arrive: { from: ['sent', 'accepted'] },
  finish: { from: ['sent', 'accepted', 'on_scene'] },
  recall: { from: ['sent', 'accepted', 'on_scene'] },
} as const satisfies Record<string, { from: readonly DispatchStatus[] }>;
export type DispatchMove = keyof typeof DISPATCH_MOVES;

/** An incident that a team is sent to, and where it stands there. */
const TeamScene = z.object({ incident_id: Id, number: z.string(), status: z.enum(DISPATCH_STATUSES) });

export const ResponseTeam = z.object({
  ...teamFields,
  phone: z.string(),
  people: z.array(z.object({ name: z.string(), phone: z.string() })),
  id: Id,
  duty_now: TeamDuty.nullable(),
  duty_next: TeamDuty.nullable(),
  /** The newest incident that it is sent to and not done at. */
  sent_to: TeamScene.nullable(),
  /** The others, the newest first. A server of the version before leaves them out. */
  also_sent_to: z.array(TeamScene).optional(),
});
export type ResponseTeam = z.infer<typeof ResponseTeam>;

/** All incidents that a team is sent to and not done at, the newest first. */
export const scenesOf = ({ sent_to, also_sent_to = [] }: Pick<ResponseTeam, 'sent_to' | 'also_sent_to'>) => [
  ...(sent_to ? [sent_to] : []),
  ...also_sent_to,
];

const AT_SCENE = {
  ...{ sent: 'sent to', accepted: 'on the way to', on_scene: 'on scene of' },
  ...{ done: 'done at', recalled: 'called back from' },
} as const satisfies Record<DispatchStatus, string>;

/** `on scene of 2026-0003`. */
export const sceneText = ({ status, number }: Pick<z.infer<typeof TeamScene>, 'status' | 'number'>): string =>
  `${AT_SCENE[status]} ${number}`;

export const listTeams = endpoint('GET /response_teams', read, {
  summary: 'All response teams with who is on duty now and next, and where each is sent',
  answer: z.object({ at: Instant, teams: z.array(ResponseTeam) }),
});

export const addTeam = endpoint('POST /response_teams', change, {
  summary: 'Add a response team',
  idempotent: true,
  errors: ['conflict'],
  example: { name: 'Tema patrol', phone: '0244000001', vehicle: '', people: [], area: null, is_active: true },
  body: TeamFields,
  created: Done.extend({ team_id: Id }),
});

export const changeTeam = endpoint('PATCH /response_teams/:id', change, {
  summary: 'Change a response team; fields that are absent stay',
  errors: ['not_found', 'conflict'],
  body: TeamChange,
});

/** The longest duty in hours. */
export const LONGEST_DUTY_HOURS = 72;

const LENGTH = `A duty ends after it begins, and lasts ${LONGEST_DUTY_HOURS} hours at most.`;

export const addDuty = endpoint('POST /response_teams/:id/duties', change, {
  summary: 'Put a team on duty for some hours',
  idempotent: true,
  errors: ['not_found', 'conflict'],
  example: { starts_at: '2030-01-01T06:00:00Z', ends_at: '2030-01-01T18:00:00Z' },
  body: z.strictObject({ starts_at: Instant, ends_at: Instant }).refine(
    ({ starts_at, ends_at }) => {
      const hours = (Date.parse(ends_at) - Date.parse(starts_at)) / 3_600_000;
      return hours > 0 && hours <= LONGEST_DUTY_HOURS;
    },
    { error: LENGTH, path: ['ends_at'] },
  ),
  created: Done.extend({ duty_id: Id }),
});

export const listDuties = endpoint('GET /response_teams/:id/duties', read, {
  summary: 'A team’s duties that have not ended yet, the next first',
  errors: ['not_found'],
  answer: z.object({ duties: z.array(TeamDuty) }),
});

export const deleteDuty = endpoint('DELETE /response_duties/:id', change, {
  summary: 'Take a team off a duty',
  errors: ['not_found'],
});

export const teamEndpoints = { listTeams, addTeam, changeTeam, addDuty, listDuties, deleteDuty } as const;
