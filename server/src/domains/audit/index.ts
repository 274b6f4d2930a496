export { auditedAmong, historyOf, lastEntries } from './audit.repo.ts';
export { auditRoutes } from './audit.routes.ts';
export { type AuditedChange, audit, auditAll, auditWithin, differ, SERVER } from './audit.ts';
export { exportNote } from './note-export.ts';
