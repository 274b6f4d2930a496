import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { PUBLIC_PAGES } from './app/lib/public-pages.ts';
import { buildServiceWorker } from './service-worker.config.ts';

export default {
  ssr: false,
  prerender: PUBLIC_PAGES.map((page) => page.path),
  buildEnd: ({ reactRouterConfig }) => buildServiceWorker(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config;
