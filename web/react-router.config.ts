import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { PUBLIC_PAGES } from './app/lib/public-pages.ts';
import { orderHeads } from './page-heads.ts';
import { buildServiceWorker } from './service-worker.config.ts';

export default {
  ssr: false,
  // The members' sign-in page is readable before scripts arrive, but is no page for search engines.
  prerender: [...PUBLIC_PAGES.map((page) => page.path), '/main_login'],
  buildEnd: async ({ reactRouterConfig }) => {
    const client = join(reactRouterConfig.buildDirectory, 'client');
    orderHeads(client);
    await buildServiceWorker(client);
  },
} satisfies Config;
