import { type AuditEntry, auditList } from '@banbo/contract';
import { listSource } from '#db/list/list-source.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { type AuditRow, auditSql } from './audit.repo.ts';

const presentAudit = ({ at, actor_id: _, before, after, ...entry }: AuditRow): AuditEntry => ({
  ...entry,
  at: at.toISOString(),
  before: before as AuditEntry['before'],
  after: after as AuditEntry['after'],
});

const auditSource = listSource(auditList, auditSql, (rows) => rows.map(presentAudit));

export const auditRoutes = (app: ApiScope, lists: Lists): void =>
  lists.serve(app, auditList, auditSource, () => undefined);
