/** The pages written as HTML at build time: what a visitor and a search engine see before any script runs. */
export const PUBLIC_PAGES = [
  { path: '/', title: 'Your Security Our Concern' },
  { path: '/about', title: 'About Us' },
  { path: '/services', title: 'Services' },
  { path: '/main_registration', title: 'Registration' },
  { path: '/main_payments', title: 'Payments' },
  { path: '/contact', title: 'Contact Us' },
  { path: '/pricing', title: 'Pricing' },
  { path: '/terms_conditions', title: 'Terms & Conditions' },
] as const;
