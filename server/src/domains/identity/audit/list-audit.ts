import type { AuditEntry, Page } from '@banbo/contract';
import type { IdentityDeps } from '../deps.ts';
import { presentAudit } from './audit.present.ts';
import { type AuditFilter, pageOfAudit } from './audit.repo.ts';

/** A page of the staff's changes, the newest first, with the filter's count up to `AUDIT_REACH`. */
export const listAudit = async (
  { db }: IdentityDeps,
  query: AuditFilter & Page,
): Promise<{ rows: AuditEntry[]; count: number }> => {
  const { rows, count } = await pageOfAudit(db, query, query);
  return { rows: rows.map(presentAudit), count };
};
