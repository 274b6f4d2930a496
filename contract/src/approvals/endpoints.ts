import { z } from 'zod';
import { Done, endpointsOf } from '../common/endpoint.ts';
import { IssuedCode } from '../identity/users.ts';
import { Reason } from '../messages/reason.ts';
import { ApprovalRecord, aloneDecisionList, approvalList } from './approval-list.ts';

const endpoint = endpointsOf('approvals');
const access = 'approvals.read';

export const showApproval = endpoint('GET /approvals/:id', access, {
  summary: 'A change that was asked for, before and after, and what the caller may do about it',
  errors: ['not_found'],
  answer: ApprovalRecord,
});

export const grantApproval = endpoint('POST /approvals/:id/approve', access, {
  summary: 'Approve a change, which applies it',
  description:
    'Refused with 403 for whoever asked for it or counts as them. Where the change cannot be applied any more, its ' +
    'state becomes `stale` and the message says why.',
  idempotent: true,
  errors: ['not_found', 'conflict', 'already_registered', 'not_permitted'],
  created: Done.extend({
    /** Of an approved setup code: the code for whom the approver passes it on to. */
    invitation: IssuedCode.optional(),
  }),
});

export const ApprovalReason = z.strictObject({ reason: Reason });

export const refuseApproval = endpoint('POST /approvals/:id/refuse', access, {
  summary: 'Refuse a change with the reason, which the asker sees',
  errors: ['not_found', 'conflict', 'not_permitted'],
  body: ApprovalReason,
});

export const withdrawApproval = endpoint('POST /approvals/:id/withdraw', access, {
  summary: 'Withdraw a change that the caller asked for',
  errors: ['not_found', 'conflict', 'not_permitted'],
});

export const approvalEndpoints = {
  listApprovals: approvalList.page,
  exportApprovals: approvalList.file,
  showApproval,
  grantApproval,
  refuseApproval,
  withdrawApproval,
  listAloneDecisions: aloneDecisionList.page,
  exportAloneDecisions: aloneDecisionList.file,
} as const;
