export { landRoutes } from './land.routes.ts';
