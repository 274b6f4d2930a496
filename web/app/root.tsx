import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/buttons.css';
import { MANIFEST_PATH } from '@banbo/contract';
import { lazy, type ReactNode, Suspense } from 'react';
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router';
import { useSite } from './components/site/site-info.ts';
import { ErrorScreen } from './components/trouble/error-screen.tsx';
import { useNotePage } from './lib/session/last-page.ts';
import { FONT_NAME, useSignFont } from './lib/sign-font.ts';
import { useToastsAsked } from './lib/toasts-asked.ts';
import { useHydrated } from './lib/use-hydrated.ts';
import signFont from './styles/fonts/sign-800.woff2?url';

/**
 * Runs before the first paint: tells the form library the colour scheme, and zod not to build
 * functions from text, which the policy forbids. A form gets the headings' font if it is cached.
 */
const FIRST = `__zod_globalConfig={jitless:true};(d=>{d.mantineColorScheme=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';try{if(d.font&&localStorage['${FONT_NAME}']){delete d.font;document.head.append(Object.assign(document.createElement('link'),{rel:'preload',as:'font',crossOrigin:'',href:'${signFont}'}))}}catch{}})(document.documentElement.dataset)`;

export const links: LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon-48.png', type: 'image/png', sizes: '48x48' },
  { rel: 'apple-touch-icon', href: '/icon-180.png' },
  { rel: 'manifest', href: MANIFEST_PATH },
];

export function Layout({ children }: { children: ReactNode }) {
  // Titles contain the company's name, so they are rendered again when the settings arrive.
  useSite();
  return (
    <html lang="en-GH" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12201b" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file */}
        <script dangerouslySetInnerHTML={{ __html: FIRST }} />
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

/** A failed import shows no toasts, which the page can do without. */
const Toasts = lazy(() => import('./components/toasts.tsx').catch(() => ({ default: () => <></> })));

/**
 * Public pages, whose routes' ids begin with a slash, and unknown addresses show toasts only on
 * demand.
 */
const isPlain = (routeId: string) =>
  routeId.startsWith('/') || ['root', 'routes/elsewhere', 'routes/public/layout'].includes(routeId);

export default function Root() {
  useNotePage();
  useSignFont();
  const isHydrated = useHydrated();
  const isAsked = useToastsAsked();
  const toasting = useMatches().some(({ id }) => !isPlain(id)) || isAsked;
  return (
    <>
      <Outlet />
      {/* Left out of the built page: a toast during hydration would not match it. */}
      <Suspense>{isHydrated && toasting && <Toasts />}</Suspense>
    </>
  );
}

/** Shown while the first page's code and data load, if the page was not prerendered. */
export function HydrateFallback() {
  return (
    <p className="first-load" role="status">
      Loading...
    </p>
  );
}

export { ErrorScreen as ErrorBoundary };
