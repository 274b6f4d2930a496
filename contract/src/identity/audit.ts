import { z } from 'zod';
import { Day } from '../common/day.ts';
import { endpoint } from '../common/endpoint.ts';
import { errorResponses } from '../common/errors.ts';
import { Id } from '../common/ids.ts';
import { Instant } from '../common/instant.ts';
import { pageQuery } from '../common/paging.ts';
import { isPlainText, unseenIn } from '../common/text.ts';

/** The count and the pages of a filtered list stop here; narrow the days to reach older entries. */
export const AUDIT_REACH = 10_000;

const text = z.string().trim().max(100).refine(isPlainText, unseenIn('The filter'));

export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  /** The username of the person who acted; `server` for a command on the server itself. */
  actor: z.string(),
  /** Domain and verb: `users.block`. */
  action: z.string(),
  subject_kind: z.string(),
  subject_id: z.string(),
  /** The record's name as people know it. */
  subject: z.string(),
  /** Only the values that differ; null for a record that was made or removed. */
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
        /** A complete action name: `users.block`. */
        action: text.optional(),
        subject_kind: text.optional(),
        /** An id of the given `subject_kind`. */
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

export const auditEndpoints = [listAudit] as const;
