export { alarmOfBackups, type BackupDeps, tellOfBackups } from './backup-news.ts';
export { lastBackups, noteBackup } from './backups.repo.ts';
export { differencesNewFirst, lastCheck } from './book-checks/book-checks.repo.ts';
export { bookCheck, checkBooksNightly, checkBooksNow } from './book-checks/check-books.ts';
export { isOwnerToTell, tellOwner, tellOwnerAtOnce } from './owner-message/tell-owner.ts';
export { personalDataRoutes, reportRoutes } from './reports.routes.ts';
