import { BUILT_IN_FEATURES } from '../prices/plans.ts';
import { SILENT_MINUTES } from '../tracking/states.ts';
import { BUILT_IN_NETWORKS } from './networks.ts';
import type { Site } from './schemas.ts';

/**
 * The site until staff enter the company's own facts: no account, number or address is made up, or
 * drivers would pay or call a stranger. Imports no zod: the plain public pages load this.
 */
export const SITE_DEFAULTS: Site = {
  company_name: 'Banbo Driver Safety',
  office_location: '',
  gps_address: '',
  email: '',
  mobile_numbers: [],
  social_links: [],
  momo_merchants: [],
  momo_numbers: [],
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
  calling_words: [
    ...['HELP ME', 'DANGER', 'ROBBER', 'ROBBERS', 'ROBBERY', 'ROBBED', 'THIEF', 'THIEVES', 'KIDNAP', 'KIDNAPPED'],
    ...['ATTACK', 'ATTACKED', 'ACCIDENT'],
    // Twi, Ga and Ewe, in this order.
    ...['BOA ME', 'BOA YƐN', 'MMOA', 'GYE ME NKWA', 'AWIFOƆ', 'ƆKRƆMFOƆ'],
    ...['YE MI BUA', 'YE BUA MI', 'YELIKƐBUAMƆ', 'JULƆ'],
    ...['KPE ƉE ŊUNYE', 'KPE ƉE ŊUTINYE', 'XƆ NAM', 'FIAFI'],
  ],
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
