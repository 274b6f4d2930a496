export { countOpenStreams, EVENT_HEADERS, eventText, placedStream, streamPlaces } from './caller-stream.ts';
export { clearOldEvents } from './events.repo.ts';
export { liveRoutes } from './live.routes.ts';
