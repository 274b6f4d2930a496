export { factsToEnter, officePhone, refuseRemindersUntilOpen, refuseUntilOpen } from './own-facts.ts';
export { type KeptSite, keepSite, readSite, SITE, siteOf, storedSite } from './read-site.ts';
export { settingApprovals } from './settings-of-two.ts';
export { lockSetting, storeSetting } from './site.repo.ts';
export { agreementRoute, manifestRoute, settingRoutes } from './site.routes.ts';
