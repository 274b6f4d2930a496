export { clearanceRoutes } from './clearance.routes.ts';
export { driversWithMoney } from './drivers-with-money.ts';
export { forgetPrompts } from './prompts/forget-prompts.ts';
export { hasPromptToLookAfter, lookAfterPrompts } from './prompts/look-after-prompts.ts';
export { clearOldStatements } from './statements/clear-old-statements.ts';
export { statementImport } from './statements/import-lines.ts';
export { latestTransfers } from './transfers/latest-transfers.repo.ts';
export { hasLateClaims, matchLateClaims, matchTransfers } from './transfers/match-transfers.ts';
export { recordTransfers } from './transfers/record-transfers.ts';
