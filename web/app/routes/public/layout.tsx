import type { MouseEvent } from 'react';
import { type MetaArgs, Outlet } from 'react-router';
import { SiteFooter } from '~/components/site/site-footer.tsx';
import { SiteHeader } from '~/components/site/site-header.tsx';
import { pageMeta } from '~/components/site/site-meta.ts';

/** Following the link would be a navigation, which loses the page's state. */
const skip = (event: MouseEvent): void => {
  event.preventDefault();
  document.getElementById('content')?.focus();
};

/** The head of a public page; a page with its own title replaces it. */
export const meta = ({ location }: MetaArgs) => pageMeta(location.pathname);

/** Header, the routed page, footer. */
export default function PublicLayout() {
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads within the page, also without scripts */}
      <a href="#content" className="skip-link" onClick={skip}>
        Skip to the page
      </a>
      <SiteHeader />
      <main id="content" tabIndex={-1} className="content">
        <Outlet />
      </main>
      <SiteFooter />
    </>
  );
}
