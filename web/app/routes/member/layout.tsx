import { Outlet, useLocation } from 'react-router';
import { OwnShell } from '~/components/app-shell/own-shell.tsx';
import { type Guard, ownPageGuard } from '~/lib/session/guards.ts';
import { useSession } from '~/lib/session/session-store.ts';
import { SignedOut } from '../office/providers.tsx';

const kindAt = (pathname: string) => (/^\/tenant/i.test(pathname) ? 'tenant' : 'member');

const guardOwnPages: Guard = (args, next) => ownPageGuard(kindAt(args.url.pathname))(args, next);
export const clientMiddleware = [guardOwnPages];

/** A member's or a tenant's own pages. */
export default function OwnPagesLayout() {
  const kind = kindAt(useLocation().pathname);
  const session = useSession();
  if (session?.kind !== kind) return <SignedOut kind={kind} />;
  return (
    <OwnShell
      session={session}
      title={kind === 'member' ? session.driverCode : session.role}
      links={[
        { label: 'My page', path: `/${kind}` },
        ...(kind === 'member'
          ? [
              { label: 'My car', path: '/my_car' },
              { label: 'SOS', path: '/sos' },
            ]
          : []),
        { label: 'Password and devices', path: `/${kind}_account` },
      ]}
    >
      <Outlet />
    </OwnShell>
  );
}
