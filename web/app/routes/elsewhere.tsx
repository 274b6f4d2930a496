import { type MetaArgs, Route, Routes, useLocation } from 'react-router';
import { Lost } from '~/features/site/lost/lost.tsx';
import type { Guard } from '~/lib/guards.ts';
import { screenOf } from '~/lib/lazy-screen.ts';
import { titled } from '~/lib/page-title.ts';
import { askForToasts } from '~/lib/toasts-asked.ts';
import { laterTitle } from './office/later-title.ts';
import PublicLayout from './public/layout.tsx';

const LATER = { '*': { needs: 'staff', load: () => import('./office/later.tsx') } } as const;

/** Loads the guard and the toasts for the office's later pages alone: a lost visitor needs neither. */
const guardLater: Guard = async (args, next) => {
  if (!laterTitle(args.url.pathname)) return next();
  askForToasts();
  const { staffGuard } = await import('~/lib/guards.ts');
  return staffGuard(LATER)(args, next);
};
export const clientMiddleware = [guardLater];

export const meta = ({ location }: MetaArgs) => titled(laterTitle(location.pathname) ?? 'Page not found')();

function NotFound() {
  return (
    <Routes>
      <Route element={<PublicLayout />}>
        <Route
          path="*"
          element={
            <main>
              <Lost />
            </main>
          }
        />
      </Route>
    </Routes>
  );
}

/** Handles the addresses that no other route has: staff see a page that is not built yet, others the 404 page. */
export default function Elsewhere() {
  const Later = screenOf('*');
  return laterTitle(useLocation().pathname) && Later ? <Later /> : <NotFound />;
}
