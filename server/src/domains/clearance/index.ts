export { clearanceRoutes } from './clearance.routes.ts';
export { countWaitingCases } from './decisions/figures.ts';
export { driversWithMoney } from './drivers-with-money.ts';
export { forgetPrompts } from './prompts/forget-prompts.ts';
export { hasPromptToLookAfter, lookAfterPrompts } from './prompts/look-after-prompts.ts';
export { clearOldStatements, statementImport } from './statements/statement-import.ts';
export { latestTransfers } from './transfers/latest-transfers.repo.ts';
export { hasLateClaims, matchLateClaims, matchTransfers } from './transfers/match-transfers.ts';
export { recordTransfers } from './transfers/record-transfers.ts';
