export { countLateApplications, countWaitingApplications } from './applications/application-lists.repo.ts';
export { addApplicationPaper } from './applications/application-papers.ts';
export { decideApplication, stepApplication } from './applications/decide-application.ts';
export { addApplication, changeApplication } from './applications/write-application.ts';
export { clearOldLandImports, landImport } from './imports/land-import.ts';
export { landTakeBack } from './imports/taking-back.ts';
export { landRoutes } from './land.routes.ts';
export { findPlotsByText } from './plots/read-plots.ts';
export { findTenantsByText } from './tenants/read-tenants.ts';
