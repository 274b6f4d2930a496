export { agreementRoute, settingRoutes } from './settings.routes.ts';
