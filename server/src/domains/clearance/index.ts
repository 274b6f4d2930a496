export { clearanceRoutes } from './clearance.routes.ts';
export { countWaitingCases } from './decisions/list-cases.ts';
export { driversWithMoney } from './drivers-with-money.ts';
export { forgetPrompts, hasPromptToLookAfter, lookAfterPrompts } from './prompts/look-after-prompts.ts';
export { clearOldStatements, statementImport } from './statements/statement-import.ts';
export { hasLateClaims, matchLateClaims, matchTransfers, recordTransfers } from './transfers/match-transfers.ts';
export { latestTransfers } from './transfers/transfers.repo.ts';
