export { momoChange, waivingChange } from './change-settings.ts';
export { type KeptSite, keepSite, readSite, siteOf, storedSite } from './read-site.ts';
export { agreementRoute, manifestRoute, settingRoutes } from './site.routes.ts';
