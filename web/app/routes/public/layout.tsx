import type { MouseEvent } from 'react';
import { Outlet } from 'react-router';
import { SiteFooter } from '~/components/site/site-footer.tsx';
import { SiteHeader } from '~/components/site/site-header.tsx';

/**
 * Without scripts the link's own address does it; with them, following it would be a navigation that loses its state.
 */
const skip = (event: MouseEvent): void => {
  event.preventDefault();
  document.getElementById('content')?.focus();
};

/** Header, the routed page, footer. */
export default function PublicLayout() {
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads within the page, and without scripts too */}
      <a href="#content" className="skip-link" onClick={skip}>
        Skip to the page
      </a>
      <SiteHeader />
      <div id="content" tabIndex={-1} className="content">
        <Outlet />
      </div>
      <SiteFooter />
    </>
  );
}
