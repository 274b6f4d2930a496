export { bookCheck, checkBooksNightly } from './book-checks/check-books.ts';
export { reportRoutes } from './reports.routes.ts';
