import { type AuditEntry, auditList, type ListQuery } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { type AuditRow, auditSql } from './audit.repo.ts';

const presentAudit = ({ at, actor_id: _, before, after, ...entry }: AuditRow): AuditEntry => ({
  ...entry,
  at: at.toISOString(),
  before: before as AuditEntry['before'],
  after: after as AuditEntry['after'],
});

/** The changes that staff made, the newest first. */
export const auditSource: ListSource<ListQuery<typeof auditList>, AuditEntry> = listSource(
  auditList,
  auditSql,
  (rows) => rows.map(presentAudit),
);
