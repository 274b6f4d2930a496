export { bookRoutes } from './books.routes.ts';
export { journalApproval } from './journals/post-journal.ts';
