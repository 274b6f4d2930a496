export { auditedAmong, countActions, historyOf, lastEntries } from './audit.repo.ts';
export { auditRoutes } from './audit.routes.ts';
export {
  type AuditedChange,
  audit,
  auditAll,
  auditWithin,
  differ,
  exportNote,
  SERVER,
  SERVER_ITSELF,
} from './audit.ts';
export { decisionsOn } from './decisions.ts';
