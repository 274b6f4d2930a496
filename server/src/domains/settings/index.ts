export { readSite } from './read-site.ts';
export { agreementRoute, settingRoutes } from './settings.routes.ts';
