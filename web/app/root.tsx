import type { ReactNode } from 'react';
import { Toaster } from 'react-hot-toast';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { ErrorScreen } from './components/error-screen.tsx';
import './styles/tokens.css';
import './styles/base.css';

/** Tells the form kit's styles which scheme the person prefers, before the first paint. */
const SCHEME = `document.documentElement.dataset.mantineColorScheme=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'`;

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-GH" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file */}
        <script dangerouslySetInnerHTML={{ __html: SCHEME }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <>
      <Outlet />
      <Toaster
        position="top-center"
        toastOptions={{ duration: 4000, success: { duration: 2000 }, className: 'toast' }}
      />
    </>
  );
}

/** Shown while the first page's code and data are on their way, where the page was not prerendered. */
export function HydrateFallback() {
  return (
    <p className="first-load" role="status">
      Loading...
    </p>
  );
}

export { ErrorScreen as ErrorBoundary };
