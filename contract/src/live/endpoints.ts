import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { holds, type Permission, type Permitted } from '../common/permissions.ts';

/** The topics of live changes, each with the weakest permission of the figures that show it. */
const NEEDS = {
  claims: 'dashboard.read',
  payments: 'payments.read',
  drivers: 'dashboard.read',
  contact_messages: 'contact.answer',
  /** Tenants' requests, sign-ins that they ask for, and their messages. */
  land_responses: 'land.answer',
  jobs: 'jobs.read',
  /** Stock and fittings of trackers. */
  devices: 'devices.read',
  /** Findings of the watch over trackers. */
  watch: 'tracking.read',
  /** Cars that are declared stolen. */
  stolen_cars: 'tracking.read',
  /** Calls for help, and what happens in them. */
  incidents: 'incidents.read',
  /** Payment types and yearly prices. */
  prices: 'dashboard.read',
  /** Permissions of roles. */
  roles: 'dashboard.read',
  approvals: 'approvals.read',
} as const satisfies Record<string, Permission>;

export type LiveTopic = keyof typeof NEEDS;
export const LIVE_TOPICS = Object.keys(NEEDS) as [LiveTopic, ...LiveTopic[]];

/** The topics that a person may hear of. */
export const topicsOf = (person: Permitted): LiveTopic[] => LIVE_TOPICS.filter((topic) => holds(person, NEEDS[topic]));

export const LIVE_MEDIA_TYPE = 'text/event-stream';

/**
 * The data of a stream's event `begun`: whether it goes on from the event that the caller had last,
 * without a gap.
 */
export const LiveBegun = z.object({ resumed: z.boolean() });
export type LiveBegun = z.infer<typeof LiveBegun>;

/** The data of an event `changed`: only topics. Readers ask again for what they may see. */
export const LiveChange = z.object({ topics: z.array(z.string()) });
export type LiveChange = z.infer<typeof LiveChange>;

export const followLive = endpoint('GET /live', 'dashboard.read', {
  summary: 'What changes, as it changes: a stream of server-sent events',
  description:
    'Begins with an event `begun`, then sends `changed` with the topics of changes, of those that the caller may hear of. ' +
    'With `Last-Event-ID` it goes on after that event, and `resumed` says whether it could; where not, and at an event ' +
    '`missed`, anything may have changed. An event may come twice. Without news a comment comes every 15 seconds. The ' +
    'stream ends when the caller’s session or role does, and is refused with 429 beside many others of the account.',
  tags: ['live'],
  file: [LIVE_MEDIA_TYPE],
});

export const liveEndpoints = { followLive } as const;
