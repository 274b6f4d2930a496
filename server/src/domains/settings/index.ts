export { readSite } from './read-site.ts';
export { agreementRoute, manifestRoute, settingRoutes } from './settings.routes.ts';
