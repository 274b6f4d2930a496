import { z } from 'zod';
import { Instant } from '../common/day.ts';
import { endpoint } from '../common/endpoint.ts';

const tags = ['system'];

/** A server's clock that lies more than a day ahead of the last time that counts as right. */
const HeldClock = z.object({ reads: Instant, seen_at: Instant });

export const getServerClock = endpoint('GET /server_clock', 'dashboard.read', {
  summary: 'Whether the server’s clock may be trusted',
  description:
    'Where it went ahead by more than a day, also because the server was off for so long, nothing is rejected, archived ' +
    'or removed for its age, and no prompt is sent, until somebody says that the clock is right.',
  tags,
  answer: z.object({ held: HeldClock.nullable() }),
});

export const trustServerClock = endpoint('POST /server_clock/trust', 'jobs.read', {
  summary: 'Say that the server’s clock is right',
  tags,
  errors: ['conflict'] /** The reading that the person saw: another one is not meant. */,
  body: z.strictObject({ reads: Instant }),
});

export const serverClockEndpoints = { getServerClock, trustServerClock } as const;
