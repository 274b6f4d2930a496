import { z } from 'zod';
import { Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { dayFilter, type Filter, fixedFilter, textFilter } from '../common/lists/filters.ts';
import { AUDIT_ACTIONS, auditActionLabel } from './audit-actions.ts';
import { auditSubject, changesText } from './audit-changes.ts';
import { actorInWords } from './decision-facts.ts';

/** The pages of a filtered list stop here; narrow the days to reach older entries. */
export const AUDIT_REACH = 10_000;

export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  /** A username; `server` of a command on the server, `the server` of what it did by itself. */
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

/** Any action can be asked for: older entries may have one that this version does not know. */
const actionFilter = {
  kind: 'choice',
  label: 'What',
  choices: [
    { value: '', label: 'Everything' },
    ...Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label })),
  ],
  schema: textFilter('What', 100).schema,
} as const satisfies Filter;

export const auditList = defineList({
  name: 'audit',
  url: '/audit',
  access: 'audit.read',
  summary: 'What staff changed, and what the server cleared by itself, the newest first',
  tags: ['audit'],
  row: AuditEntry,
  filters: {
    /** A whole action: `users.block`. */
    action: actionFilter,
    actor: textFilter('Who (username)', 100),
    from: dayFilter('From'),
    to: dayFilter('To'),
    /** All where it is not given; the office's page begins with those of people. */
    by: fixedFilter('By', z.enum(['people', 'server', 'all']).optional()),
    subject_kind: fixedFilter('Kind of subject', textFilter('Kind of subject', 100).schema),
    /** The subject's id; its kind is given beside it. */
    subject_id: fixedFilter('Subject', textFilter('Subject', 100).schema),
  },
  rule: {
    holds: ({ subject_kind, subject_id }) => subject_id === undefined || subject_kind !== undefined,
    message: 'Say what kind of subject the number is of.',
    path: 'subject_kind',
  },
  sorts: ['-at', 'at'],
  columns: [
    columnOf('at', 'When', 'instant', { sort: 'at' }),
    { key: 'actor', header: 'Who', kind: 'text', value: ({ actor }) => actorInWords(actor) },
    { key: 'action', header: 'What', kind: 'text', value: ({ action }) => auditActionLabel(action) },
    { key: 'subject', header: 'To', kind: 'text', value: (entry) => auditSubject(entry) },
    { key: 'changes', header: 'Before and after', kind: 'text', value: (entry) => changesText(entry) },
  ],
  reach: AUDIT_REACH,
});
export const listAudit = auditList.page;
export const exportAudit = auditList.file;

export const auditEndpoints = { listAudit, exportAudit } as const;
