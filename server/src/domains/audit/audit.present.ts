import type { AuditEntry } from '@banbo/contract';
import type { AuditRow } from './audit.repo.ts';

export const presentAudit = ({ at, actor_id: _, before, after, ...entry }: AuditRow): AuditEntry => ({
  ...entry,
  at: at.toISOString(),
  before: before as AuditEntry['before'],
  after: after as AuditEntry['after'],
});
