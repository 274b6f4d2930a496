import type { Config } from '@react-router/dev/config';
import { PUBLIC_PAGES } from './app/public-pages.ts';

export default {
  ssr: false,
  prerender: PUBLIC_PAGES.map((page) => page.path),
} satisfies Config;
