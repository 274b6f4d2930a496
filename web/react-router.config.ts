import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { PUBLIC_PAGES } from './app/lib/public-pages.ts';
import { orderHeads } from './page-heads.ts';
import { buildServiceWorker } from './service-worker.config.ts';

/** They show what they are before scripts arrive, but are no pages for search engines. */
const SIGN_IN_PAGES = ['/login', '/admin/login', '/set_password', '/main_login', '/member_password', '/tenant_login'];

export default {
  ssr: false,
  // `scripts/build-web.ts` names a draft, which gets the build's own name when it is whole.
  buildDirectory: process.env.WEB_DRAFT ?? 'build/draft-by-hand',
  prerender: [...PUBLIC_PAGES.map((page) => page.path), ...SIGN_IN_PAGES],
  buildEnd: async ({ reactRouterConfig }) => {
    const client = join(reactRouterConfig.buildDirectory, 'client');
    orderHeads(client);
    await buildServiceWorker(client);
  },
} satisfies Config;
