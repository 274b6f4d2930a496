import type { Site } from './schemas.ts';

export const MANIFEST_PATH = '/manifest.webmanifest';

/** Lets a phone install the site as an app. Its name is the company's, and its icon label the name's first word. */
export const webManifest = ({ company_name }: Pick<Site, 'company_name'>) => ({
  name: company_name,
  short_name: company_name.split(/\s/).find((word) => word !== '') ?? company_name,
  description: 'GPS tracking with a panic button and a 24/7 response team for drivers in Ghana.',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  lang: 'en-GH',
  background_color: '#06251d',
  theme_color: '#06251d',
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
});
