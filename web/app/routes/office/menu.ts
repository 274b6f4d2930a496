import type { MenuSide } from '~/components/app-shell/menu.ts';

/** The office's menu. */
export const OFFICE_MENU: readonly MenuSide[] = [
  {
    key: 'drivers',
    label: 'Drivers',
    groups: [
      { label: 'Home', items: [{ label: 'Dashboard', path: '/dashboard', ready: true }] },
      {
        label: 'Drivers',
        items: [
          { label: 'Registration', path: '/admin_registration', ready: false },
          { label: 'Global Drivers', path: '/global_drivers', ready: true },
        ],
      },
      {
        label: 'Payments',
        items: [
          { label: 'Registration Fees', path: '/registration_fees', ready: true },
          { label: 'Subscriptions', path: '/subscriptions', ready: true },
          { label: 'Device Payments', path: '/device_payments', ready: true },
        ],
      },
      { label: 'Account', items: [{ label: 'Logout', path: '/logout', ready: true }] },
    ],
  },
];
