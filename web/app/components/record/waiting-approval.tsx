import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { useAbility } from '~/lib/session/ability.ts';

/** Says that a record waits for another person; leads those who see approvals to its own. */
export function WaitingApproval({ id, children }: { id: string; children: string }) {
  const { can } = useAbility();
  return (
    <Text className="note" my="sm">
      {children}
      {can('approvals.read') ? (
        <>
          : <Link to={`/approvals/${id}`}>see the approval</Link>
        </>
      ) : (
        '.'
      )}
    </Text>
  );
}
