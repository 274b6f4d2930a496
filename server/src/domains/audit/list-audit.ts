import { type AuditEntry, auditList, type ListQuery } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { presentAudit } from './audit.present.ts';
import { auditSql } from './audit.repo.ts';

/** The changes that staff made, the newest first. */
export const auditSource: ListSource<ListQuery<typeof auditList>, AuditEntry> = listSource(auditSql, {
  reach: auditList.reach,
  present: (rows) => rows.map(presentAudit),
});
