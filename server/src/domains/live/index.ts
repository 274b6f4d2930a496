export { clearOldEvents } from './events.repo.ts';
export { liveRoutes } from './live.routes.ts';
