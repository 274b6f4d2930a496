type NavLinkItem = { label: string; to: string };
export type NavItem = NavLinkItem & { below?: readonly NavLinkItem[] };

/** The top navigation in order, each item with its sub-pages. */
export const NAV_ITEMS: readonly NavItem[] = [
  { label: 'HOME', to: '/' },
  {
    label: 'ABOUT US',
    to: '/about',
    below: [
      { label: 'Mission and values', to: '/more_about' },
      { label: 'Our Blogs', to: '/blog' },
    ],
  },
  {
    label: 'SERVICES',
    to: '/services',
    below: [
      { label: 'Pricing', to: '/pricing' },
      { label: 'My location', to: '/location' },
      { label: 'Map', to: '/map_demo' },
    ],
  },
  {
    label: 'REGISTRATION',
    to: '/main_registration',
    below: [{ label: 'Terms & Conditions', to: '/terms_conditions' }],
  },
  {
    label: 'PAYMENTS',
    to: '/main_payments',
    below: [{ label: 'How to pay', to: '/payment_info' }],
  },
  {
    label: 'CONTACT US',
    to: '/contact',
    below: [{ label: 'Send Message', to: '/whatsaap' }],
  },
];

/**
 * Stands beside the navigation, whose labels are fixed. The page works whether or not the home page's Login is open.
 */
export const MEMBER_SIGN_IN: NavLinkItem = { label: 'Member sign-in', to: '/main_login' };

/** True when the link leads to the page shown. */
export const isPage = (to: string, path: string): boolean => to === (path === '/' ? path : path.replace(/\/+$/, ''));

/** True when the page is the item's own or one of its sub-pages. */
export const isWithin = (item: NavItem, path: string): boolean =>
  [item, ...(item.below ?? [])].some(({ to }) => isPage(to, path));
