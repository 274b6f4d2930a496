import { z } from 'zod';
import { Day } from '../common/day.ts';
import { endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { Id } from '../common/ids.ts';
import { Instant } from '../common/instant.ts';
import { pageQuery } from '../common/paging.ts';
import { isPlainText, unseenIn } from '../common/text.ts';

/** As far as an audit filter is counted and paged; older entries are reached by narrowing the days. */
export const AUDIT_REACH = 10_000;

const text = z.string().trim().max(100).refine(isPlainText, unseenIn('The filter'));

export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  /** Username of whoever did it; `server` for a command on the server itself. */
  actor: z.string(),
  /** Domain and verb: `users.block`. */
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  /** What it was done to, as people call it. */
  subject: z.string(),
  /** Only what differs; null for what was made or removed. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  request_id: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const listAudit = endpoint({
  method: 'GET',
  url: '/audit',
  access: 'audit.read',
  schema: {
    summary: 'What staff changed, the newest first',
    description: `X-Total-Count counts up to ${AUDIT_REACH}.`,
    tags: ['audit'],
    querystring: z
      .object({
        ...pageQuery,
        actor: text.optional(),
        /** A whole action: `users.block`. */
        action: text.optional(),
        subject_kind: text.optional(),
        /** Of the kind that is given with it. */
        subject_id: text.optional(),
        from: Day.optional(),
        to: Day.optional(),
      })
      .refine(({ subject_kind, subject_id }) => subject_id === undefined || subject_kind !== undefined, {
        message: 'Say what kind of subject the number is of.',
        path: ['subject_kind'],
      }),
    response: { 200: z.array(AuditEntry), ...errorResponses },
  },
});

export const auditEndpoints = { listAudit } as const;
