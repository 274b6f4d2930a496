import { z } from 'zod';
import { AUDIT_ACTIONS } from '../audit/audit-actions.ts';
import { auditSubject } from '../audit/audit-changes.ts';
import { Id, Instant } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { choiceFilter, dayFilter } from '../common/lists/filters.ts';
import { APPROVAL_KIND_NAMES, approvalKind } from './approval-kinds.ts';

/** The states of an approval; `stale` ones could not be applied any more. */
export const APPROVAL_STATUSES = ['asked', 'approved', 'refused', 'withdrawn', 'stale'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

export const APPROVAL_STATUS_LABELS = {
  asked: 'Waiting',
  approved: 'Approved',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  stale: 'Out of date',
} as const satisfies Record<ApprovalStatus, string>;

/** The changes of its state that people make. */
export const APPROVAL_MOVES = {
  approve: { from: ['asked'] },
  refuse: { from: ['asked'] },
  withdraw: { from: ['asked'] },
} as const satisfies Record<string, { from: readonly ApprovalStatus[] }>;
export type ApprovalMove = keyof typeof APPROVAL_MOVES;

/**
 * A value in words before and after the change that is asked for; empty before for what is new, and
 * after for what goes. `to` is the path of the page of what it names.
 */
export const AskedChange = z.object({
  field: z.string(),
  before: z.string(),
  after: z.string(),
  to: z.string().optional(),
});
export type AskedChange = z.infer<typeof AskedChange>;

/** A change that somebody asked for. People are given by their names. */
export const ApprovalRow = z.object({
  id: Id,
  kind: z.enum(APPROVAL_KIND_NAMES),
  subject_id: z.string(),
  subject: z.string(),
  changes: z.array(AskedChange),
  reason: z.string().nullable(),
  status: z.enum(APPROVAL_STATUSES),
  /** Why it was refused, or could not be applied any more. */
  status_reason: z.string().nullable(),
  asked_by: z.string(),
  asked_at: Instant,
  decided_by: z.string().nullable(),
  decided_at: Instant.nullable(),
  /** Decided by the only person who could. */
  is_alone: z.boolean(),
});
export type ApprovalRow = z.infer<typeof ApprovalRow>;

export const ApprovalRecord = ApprovalRow.extend({
  /** The changes of its state that the caller may make. */
  moves: z.array(z.enum(Object.keys(APPROVAL_MOVES) as [ApprovalMove, ...ApprovalMove[]])),
  /** Why the caller may not approve it while it waits; null where they may. */
  hindrance: z.string().nullable(),
});
export type ApprovalRecord = z.infer<typeof ApprovalRecord>;

/** `Price: 1,500.00 → 1,000.00` */
export const changesInWords = (changes: readonly AskedChange[]): string =>
  changes.map(({ field, before, after }) => `${field}: ${before && `${before} → `}${after || 'none'}`).join('; ');

const tags = ['approvals'];
const access = 'approvals.read';

export const approvalList = defineList({
  name: 'approvals',
  url: '/approvals',
  access,
  summary: 'Changes that wait for another person, and those that did; waiting ones first',
  description: 'Those that the caller may approve or has asked for.',
  tags,
  row: ApprovalRow,
  filters: {
    status: choiceFilter('State', 'All', APPROVAL_STATUSES, (status) => APPROVAL_STATUS_LABELS[status]),
    kind: choiceFilter('Change', 'All', APPROVAL_KIND_NAMES, (kind) => approvalKind(kind).label),
    from: dayFilter('From'),
    to: dayFilter('To'),
  },
  sorts: ['-status', 'status', '-asked_at', 'asked_at'],
  columns: [
    columnOf('asked_at', 'Asked', 'instant', { sort: 'asked_at' }),
    { key: 'kind', header: 'Change', kind: 'text', value: ({ kind }) => approvalKind(kind).label },
    columnOf('subject', 'Of'),
    { key: 'changes', header: 'Before → After', kind: 'text', value: ({ changes }) => changesInWords(changes) },
    {
      key: 'status',
      header: 'State',
      kind: 'text',
      value: ({ status }) => APPROVAL_STATUS_LABELS[status],
      sort: 'status',
      sortWords: ['waiting ones last', 'waiting ones first'],
    },
    columnOf('asked_by', 'Asked By'),
    columnOf('decided_by', 'Decided By'),
    columnOf('decided_at', 'Decided', 'instant'),
    { key: 'is_alone', header: 'Alone', kind: 'text', value: ({ is_alone }) => (is_alone ? 'alone' : null) },
    columnOf('reason', 'Reason'),
    columnOf('status_reason', 'Answer'),
  ],
  reach: 10_000,
});

/** A decision by the only person who could make it, on what they had a hand in. */
export const AloneDecision = z.object({
  id: Id,
  at: Instant,
  by: z.string(),
  action: z.enum(Object.keys(AUDIT_ACTIONS) as (keyof typeof AUDIT_ACTIONS)[]),
  subject_kind: z.string(),
  subject_id: z.string(),
  subject: z.string(),
});
export type AloneDecision = z.infer<typeof AloneDecision>;

export const aloneDecisionList = defineList({
  name: 'alone-decisions',
  url: '/alone_decisions',
  access,
  summary: 'Decisions that one person made alone, since nobody else could; the newest first',
  tags,
  row: AloneDecision,
  filters: { from: dayFilter('From'), to: dayFilter('To') },
  sorts: ['-at', 'at'],
  columns: [
    columnOf('at', 'Time', 'instant', { sort: 'at' }),
    columnOf('by', 'Decided By'),
    { key: 'action', header: 'Decision', kind: 'text', value: ({ action }) => AUDIT_ACTIONS[action] },
    { key: 'subject', header: 'Of', kind: 'text', value: auditSubject },
  ],
  reach: 10_000,
});
