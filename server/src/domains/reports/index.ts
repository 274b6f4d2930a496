export { bookCheck, checkBooksNightly } from './book-checks/check-books.ts';
export { personalDataRoutes } from './personal-data/personal-data.routes.ts';
export { reportRoutes } from './reports.routes.ts';
