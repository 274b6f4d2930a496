export { clearOldEvents } from './clear-old-events.ts';
export { liveRoutes } from './live.routes.ts';
