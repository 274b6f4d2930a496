import { z } from 'zod';
import { Instant } from '../common/day.ts';
import { Done, endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';

const tags = ['system'];

/** A server's clock that lies more than a day ahead of the last time that counts as right. */
const HeldClock = z.object({ reads: Instant, seen_at: Instant });

export const getServerClock = endpoint({
  method: 'GET',
  url: '/server_clock',
  access: 'dashboard.read',
  schema: {
    summary: 'Whether the server’s clock may be trusted',
    description:
      'Where it went ahead by more than a day, also because the server was off for so long, nothing is rejected, archived ' +
      'or removed for its age, and no prompt is sent, until somebody says that the clock is right.',
    tags,
    response: { 200: z.object({ held: HeldClock.nullable() }), ...errorResponses },
  },
});

export const trustServerClock = endpoint({
  method: 'POST',
  url: '/server_clock/trust',
  access: 'jobs.read',
  errors: ['conflict'],
  schema: {
    summary: 'Say that the server’s clock is right',
    tags,
    /** The reading that the person saw: another one is not meant. */
    body: z.strictObject({ reads: Instant }),
    response: { 200: Done, ...errorResponses },
  },
});

export const serverClockEndpoints = { getServerClock, trustServerClock } as const;
