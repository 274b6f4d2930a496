export { clearOldEvents } from './event-feed.ts';
export { liveRoutes } from './live.routes.ts';
