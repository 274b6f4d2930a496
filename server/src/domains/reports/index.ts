export { noteBackup } from './backups.repo.ts';
export { bookCheck, checkBooksNightly } from './book-checks/check-books.ts';
export { personalDataRoutes, reportRoutes } from './reports.routes.ts';
