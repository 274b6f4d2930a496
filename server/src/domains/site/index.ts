export { type KeptSite, keepSite } from './kept-site.ts';
export { readSite } from './read-site.ts';
export { agreementRoute, manifestRoute, settingRoutes } from './site.routes.ts';
