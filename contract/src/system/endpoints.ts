import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Instant } from '../common/fields.ts';

const endpoint = endpointsOf('system');

export const Health = z.object({ status: z.literal('ok') });

export const healthz = endpoint('GET /healthz', 'public', {
  summary: 'The process lives',
  answer: Health,
});

export const readyz = endpoint('GET /readyz', 'public', {
  summary: 'The database answers',
  description: 'With a replica for reading, says how many seconds it is behind at most; null while none is used.',
  answer: Health.extend({ replica_lag_seconds: z.number().nullable().optional() }),
});

export const getMetrics = endpoint('GET /metrics', 'public', {
  summary: 'Figures of the server for Prometheus',
  description:
    'With `Authorization: Bearer` and the setting METRICS_TOKEN, or without that setting to a program on the server itself; ' +
    'all others are told that there is nothing here. Figures hold no data of people. Without its database the server leaves out what it alone knows.',
  file: ['text/plain'],
  errors: ['not_found'],
});

/** A server's clock that lies more than a day ahead of the last time that counts as right. */
const HeldClock = z.object({ reads: Instant, seen_at: Instant });

export const getServerClock = endpoint('GET /server_clock', 'dashboard.read', {
  summary: 'Whether the server’s clock may be trusted',
  description:
    'Where it went ahead by more than a day, also because the server was off for so long, nothing is rejected, archived ' +
    'or removed for its age, and no prompt is sent, until somebody says that the clock is right.',
  answer: z.object({ held: HeldClock.nullable() }),
});

export const trustServerClock = endpoint('POST /server_clock/trust', 'jobs.read', {
  summary: 'Say that the server’s clock is right',
  errors: ['conflict'] /** The reading that the person saw; another one is refused. */,
  body: z.strictObject({ reads: Instant }),
});

export const systemEndpoints = { healthz, readyz, getMetrics, getServerClock, trustServerClock } as const;
