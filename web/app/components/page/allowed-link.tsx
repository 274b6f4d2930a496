import { mayOpenAddress } from '@banbo/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '~/lib/session/session-store.ts';

type Props = { to: string; target?: '_blank'; className?: string; children: ReactNode };

/** A link to a page of the office; those who may not open the page see its words alone. */
export function AllowedLink({ to, children, ...link }: Props) {
  const session = useSession();
  if (!session || !mayOpenAddress(session, to)) return children;
  return (
    <Link to={to} {...link}>
      {children}
    </Link>
  );
}
