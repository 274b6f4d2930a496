import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useAbility } from '~/lib/session/ability.ts';

type Props = {
  /** Of the approval; null where the server keeps it from this user. */
  id: string | null;
  isSmall?: boolean;
  /** A sentence without its full stop. */
  children: ReactNode;
};

/** Says that a record waits for another person; leads those who see approvals to its own. */
export function WaitingApproval({ id, isSmall = false, children }: Props) {
  const { can } = useAbility();
  return (
    <Text className={isSmall ? 'note small' : 'note'} my="sm" role="status">
      {children}. {id !== null && can('approvals.read') && <Link to={`/approvals/${id}`}>See the approval</Link>}
    </Text>
  );
}
