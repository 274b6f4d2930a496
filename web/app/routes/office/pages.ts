import type { StaffPage } from '~/lib/guards.ts';

/** Every staff page by its route pattern, and who may open it. A route of the office that is missing here opens for nobody. */
export const OFFICE_PAGES = {
  '/dashboard': { needs: 'staff', fallback: '/' },
  '/admin/dashboard': { needs: 'staff', fallback: '/' },
  '/global_drivers': { needs: 'drivers.read' },
  '/display_driver/:id': { needs: 'drivers.read' },
  '/view_driver/:id': { needs: 'drivers.read' },
  '/registration_fees': { needs: 'payments.read' },
  '/subscriptions': { needs: 'payments.read' },
  '/device_payments': { needs: 'payments.read' },
} satisfies Record<string, StaffPage>;
