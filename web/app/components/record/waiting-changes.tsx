import { type ApprovalRow, approvalKind, approvalList, MAX_PAGE_SIZE } from '@banbo/contract';
import { useQuery } from '@tanstack/react-query';
import { read } from '~/lib/api/query-client.ts';
import { useAbility } from '~/lib/session/ability.ts';
import { WaitingApproval } from './waiting-approval.tsx';

/** Changes that wait for approval, by the number of their subject. */
export type WaitingChanges = ReadonlyMap<string, ApprovalRow>;

/** The changes of these kinds that wait, for those who may see approvals. */
export const useWaitingChanges = (
  kinds: readonly ApprovalRow['kind'][],
): { waiting: WaitingChanges; isLoading: boolean } => {
  const enabled = useAbility().can('approvals.read');
  // One request for the changes of all kinds, whose answer all pages share.
  const { data = [], isLoading } = useQuery({
    ...read(approvalList.page, { query: { status: 'asked', size: MAX_PAGE_SIZE } }),
    enabled,
    // Another person decides on them at any time.
    staleTime: 0,
  });
  const asked = data.filter(({ kind }) => kinds.includes(kind));
  return { waiting: new Map(asked.map((approval) => [approval.subject_id, approval])), isLoading };
};

type Props = { kinds: readonly ApprovalRow['kind'][]; subject: string };

/** Names the changes of a record that wait, on its page, for those who may see approvals. */
export function RecordWaits({ kinds, subject }: Props) {
  const { waiting } = useWaitingChanges(kinds);
  const approval = waiting.get(subject);
  if (!approval) return null;
  return (
    <WaitingApproval
      id={approval.id}
    >{`${approvalKind(approval.kind).label} waits for another person`}</WaitingApproval>
  );
}
