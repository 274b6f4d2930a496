import { Route, Routes, replace } from 'react-router';
import { Lost } from '~/features/site/lost/lost.tsx';
import { titled } from '~/lib/api/known-site.ts';
import { NO_PARAMS, screenOf } from '~/lib/lazy-screen.ts';
import type { Guard } from '~/lib/session/guards.ts';
import { rememberedKinds, useSession } from '~/lib/session/session-store.ts';
import { askForToasts } from '~/lib/toasts-asked.ts';
import { movedTo } from './elsewhere-paths.ts';
import PublicLayout from './public/layout.tsx';

const NOT_THERE = {
  '*': { needs: 'staff', load: () => import('./office/not-there.tsx').then((m) => m.default) },
} as const;

/** True for signed-in staff. Asks the server only if this browser remembers a staff session. */
const asStaff = async (): Promise<boolean> => {
  if (!rememberedKinds().includes('staff')) return false;
  const { restoreSession } = await import('~/lib/session/session.ts');
  return (await restoreSession('staff').catch(() => null))?.kind === 'staff';
};

/** Redirects an older menu's addresses. Loads guard and toasts for staff only. */
const guardOffice: Guard = async (args, next) => {
  const moved = movedTo(args.url.pathname);
  if (moved) throw replace(moved);
  if (!(await asStaff())) return next();
  askForToasts();
  const { staffGuard } = await import('~/lib/session/guards.ts');
  return staffGuard(NOT_THERE)(args, next);
};
export const clientMiddleware = [guardOffice];

export const meta = titled('Page not found');

function NotFound() {
  return (
    <Routes>
      <Route element={<PublicLayout />}>
        <Route path="*" element={<Lost />} />
      </Route>
    </Routes>
  );
}

/** An address without a route: staff see that in the office, others the 404 page. */
export default function Elsewhere() {
  const NotThere = screenOf('*');
  const isStaff = useSession()?.kind === 'staff';
  return isStaff && NotThere ? <NotThere {...NO_PARAMS} /> : <NotFound />;
}
