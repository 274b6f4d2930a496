export {
  approvalsOfYear,
  approvedAfter,
  countAlone,
  countApprovalsFor,
  waitingApproval,
  waitingOfKinds,
} from './approvals.repo.ts';
export { approvalRoutes } from './approvals.routes.ts';
export type { Approvers, StaffHolders, TellOwner } from './approvers.ts';
export {
  askApproval,
  askOrApply,
  refuseWhileAnyWaits,
  refuseWhileWaiting,
} from './ask-approval.ts';
export { grantApproval, kindsFor, refuseApproval } from './decide-approval.ts';
export { type AnyApproval, defineApproval } from './define-approval.ts';
export type { Forgiving } from './forgiving.ts';
export { aloneOfYear, countHands, handsOn, type Subject, unconfirmedAccounts } from './hands.repo.ts';
export {
  areOnePerson,
  type HandKind,
  judgeHands,
  noteHands,
  noteLostPermissions,
  refuseOwnHands,
  withoutOwnHands,
} from './hands.ts';
export { type IdentityParts, identityCountsFrom, whyIdentityWaits } from './identity-change.ts';
export { endOfPayout, PAYOUT_BECAME, refusePayoutDay } from './payout-states.ts';
