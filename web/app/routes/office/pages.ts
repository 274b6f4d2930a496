import type { StaffPage } from '~/lib/guards.ts';

/** Every staff page by its route pattern, and who may open it. A route of the office that is missing here opens for nobody. */
export const OFFICE_PAGES = {
  '/dashboard': { needs: 'dashboard.read', fallback: '/' },
  '/admin/dashboard': { needs: 'dashboard.read', fallback: '/' },
  '/global_drivers': { needs: 'drivers.read' },
  '/display_driver/:id': { needs: 'drivers.read' },
  '/view_driver/:id': { needs: 'drivers.read' },
  '/registration_fees': { needs: 'payments.read' },
  '/subscriptions': { needs: 'payments.read' },
  '/device_payments': { needs: 'payments.read' },
  '/system_users': { needs: 'users.read', fallback: '/' },
  '/add_system_user': { needs: 'users.change' },
  '/view_system_user/:id': { needs: 'users.read' },
  '/edit_system_user/:id': { needs: 'users.change' },
  '/system_roles': { needs: 'roles.read' },
  '/admin_users': { needs: 'users.read', fallback: '/' },
  '/roles': { needs: 'roles.read' },
  '/audit_log': { needs: 'audit.read' },
  '/outbox': { needs: 'outbox.read' },
  '/profile': { needs: 'staff' },
} satisfies Record<string, StaffPage>;
