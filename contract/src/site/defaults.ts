import { BUILT_IN_FEATURES } from '../prices/plans.ts';
import { SILENT_MINUTES } from '../tracking/states.ts';
import { BUILT_IN_NETWORKS } from './networks.ts';
import type { Site } from './schemas.ts';

/**
 * The site until staff enter the company's own facts. The numbers are made of zeros on purpose:
 * nobody can be called or paid by mistake. Imports no zod: the plain public pages load this.
 */
export const SITE_DEFAULTS: Site = {
  company_name: 'Banbo Driver Safety',
  office_location: '14 Banbo House, Ring Road Central, Accra',
  gps_address: 'GA-000-0001',
  email: 'help@banbo.example',
  mobile_numbers: ['+233240000001', '+233200000002', '+233260000003'],
  social_links: [],
  momo_merchants: [
    { network: 'MTN MoMo', name: 'Banbo Driver Safety', number: '000 001' },
    { network: 'Telecel Cash', name: 'Banbo Driver Safety', number: '000 002' },
  ],
  momo_numbers: [
    { network: 'MTN MoMo', name: 'Banbo Driver Safety', number: '024 000 0001' },
    { network: 'Telecel Cash', name: 'Banbo Driver Safety', number: '020 000 0002' },
  ],
  networks: [...BUILT_IN_NETWORKS],
  tin: '',
  taxes: [],
  missing_money_days: 7,
  waive_up_to: '0.00',
  forgive_limit: '0.00',
  expense_limit: '500.00',
  petty_cash_float: '500.00',
  reclaims_input_tax: false,
  emergency_numbers: [
    { name: 'Any emergency', number: '112' },
    { name: 'Police', number: '191' },
  ],
  ring_seconds: 45,
  supervisor_numbers: [],
  owner_numbers: [],
  owner_emails: [],
  owner_message_hour: 19,
  plan_features: BUILT_IN_FEATURES.map(({ name, plans }) => ({ name, plans: [...plans] })),
  member_signin_open: false,
  places_kept_days: 90,
  places_whole_days: 7,
  silent_minutes: SILENT_MINUTES,
  bundle_days: 7,
  base_map: null,
};

export const MANIFEST_PATH = '/manifest.webmanifest';

/**
 * Lets a phone install the site as an app. Its name is the company's, and its icon label the name's
 * first word.
 */
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
  shortcuts: [
    {
      ...{ name: 'SOS', description: 'Call our office for help', url: '/sos' },
      icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }],
    },
  ],
});
