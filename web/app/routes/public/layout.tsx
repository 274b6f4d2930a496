import { Outlet } from 'react-router';
import { SiteFooter } from '~/components/site-footer.tsx';
import { SiteHeader } from '~/components/site-header.tsx';

/** Header, the routed page, footer (SPEC §2.1). */
export default function PublicLayout() {
  return (
    <>
      <a href="#content" className="skip-link">
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
