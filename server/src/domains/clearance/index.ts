export { archivedMoneyChanges, statementLinesOf, statementsOfYear } from './archived-money.repo.ts';
export { cashOfClerks } from './cash/cash.repo.ts';
export { clearanceRoutes } from './clearance.routes.ts';
export { countWaitingCases } from './decisions/list-cases.ts';
export { caseOfText } from './decisions/show-case.ts';
export { askIfBackdated, type BackdatedDeps, backdatedMoney, type LandAtDesk } from './desk/backdated-money.ts';
export { cashCorrection } from './desk/correct-cash.ts';
export { type ReceivedAtDesk, receiveMoney } from './desk/receive-money.ts';
export type { MadeAtDesk } from './desk/transfer-id.ts';
export { withReceipts } from './desk/with-receipts.ts';
export { findMissingMoney, hasStatementsToSearch } from './missing/missing-money.ts';
export { storePrompt } from './prompts/ask-for-prompt.ts';
export { followPrompts, forgetPrompts, hasPromptToFollow } from './prompts/follow-prompts.ts';
export { countingPrompt } from './prompts/prompts.routes.ts';
export { findMoneyByText, takenOnDay } from './received/received-money.repo.ts';
export { confirmDays } from './statements/confirm-days.ts';
export { findStatedLine, linesNotRecorded, linesOfMoney, linesOfSameMoney } from './statements/stated-lines.repo.ts';
export { clearOldStatements, statementImport } from './statements/statement-import.ts';
export { type StatementBehind, statementsBehind } from './statements/statements.repo.ts';
export {
  countMoneyLeft,
  isStatementImporting,
  moneyChangesIn,
  sumHeld,
  transfersOfChanges,
} from './transfers/held-money.repo.ts';
export {
  driversWithMoney,
  hasLateClaims,
  matchLateClaims,
  matchTransfers,
  recordTransfers,
} from './transfers/match-transfers.ts';
export { archivedMoney, type BookedMoney, bookedMoney, entriesOfNew, lockedMoney } from './transfers/money-in-books.ts';
export { recordsOfMoney } from './transfers/money-subjects.ts';
export { idsForClaim } from './transfers/network-ids.ts';
export type { RefundsOfMoney } from './transfers/never-came.ts';
export {
  leftMoney,
  lockLeftMoney,
  putBackMoney,
  recoverFrom,
  refusePayout,
  takeMoney,
  takePayment,
  unsureMoney,
} from './transfers/refund-money.ts';
export {
  lastTransferId,
  latestTransfers,
  lockTransfers,
  transfersById,
  transfersNamed,
} from './transfers/transfers.repo.ts';
