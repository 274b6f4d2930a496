import type { OfficePath } from '@banbo/contract';
import { headed, type Shown, under } from './shown.ts';

const driverRecord = headed(() => import('../drivers/view-driver.tsx').then((m) => m.default));

/** The screens of drivers. */
export const DRIVER_SCREENS = {
  admin_registration: headed(() => import('../admin-registration.tsx').then((m) => m.default)),
  'add_car/:id': under(() => import('~/features/drivers/cars/add-car.tsx').then((m) => m.AddCar), {
    lead: 'A record with its own driver code, fees and cover. All else is copied.',
  }),
  driver_updates: under(
    () => import('~/features/drivers/changing/driver-updates.tsx').then((m) => m.FindDriverToChange),
    { lead: 'Find the driver whose photo, plan or details change.' },
  ),
  'driver_updates/:id': headed(() =>
    import('~/features/drivers/changing/driver-updates.tsx').then((m) => m.DriverUpdate),
  ),
  global_drivers: under(() => import('~/features/drivers/driver-table.tsx').then((m) => m.DriverTable), {
    links: [
      ['driver_import', 'Driver Import'],
      ['driver_search', 'Driver Search'],
    ],
  }),
  driver_search: under(() => import('~/features/drivers/driver-search.tsx').then((m) => m.DriverSearch)),
  'display_driver/:id': headed(() => import('~/features/drivers/driver-facts.tsx').then((m) => m.DriverCard)),
  'view_driver/:id': driverRecord,
  'view_driver/:id/:part': driverRecord,
  'merge_driver/:id': under(() => import('~/features/drivers/merging/merge-screen.tsx').then((m) => m.MergeScreen), {
    lead: 'For one car and driver that were registered twice. One record stays, with the payments of both.',
  }),
  driver_import: under(() => import('~/features/drivers/imports/driver-import.tsx').then((m) => m.DriverImportsPage), {
    about: 'Drivers from paper or spreadsheets, made members without registering again.',
    links: [['global_drivers', 'Global Drivers']],
  }),
  'driver_import/:id': headed(() =>
    import('~/features/drivers/imports/driver-import.tsx').then((m) => m.DriverImportPage),
  ),
  driver_looks: under(() => import('~/features/drivers/privacy/person-data.tsx').then((m) => m.LookTable), {
    about: 'Staff who opened a driver’s page or looked at the place of the car: one entry an hour, kept for two years.',
  }),
} as const satisfies Partial<Record<OfficePath, Shown>>;
