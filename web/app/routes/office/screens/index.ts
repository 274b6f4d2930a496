import { OFFICE_PAGES, type OfficePath } from '@banbo/contract';
import type { StaffPage } from '~/lib/session/guards.ts';
import { BOOK_SCREENS } from './book-screens.ts';
import { DRIVER_SCREENS } from './driver-screens.ts';
import { LAND_SCREENS } from './land-screens.ts';
import { PAYMENT_SCREENS } from './payment-screens.tsx';
import { RESPONSE_SCREENS } from './response-screens.ts';
import type { Shown } from './shown.ts';
import { SYSTEM_SCREENS } from './system-screens.tsx';

export type { PageLink } from './shown.ts';

/** The screen of each page of the office. */
const SCREENS: Readonly<Record<OfficePath, Shown>> = {
  ...LAND_SCREENS,
  ...DRIVER_SCREENS,
  ...PAYMENT_SCREENS,
  ...BOOK_SCREENS,
  ...RESPONSE_SCREENS,
  ...SYSTEM_SCREENS,
};

export const screenAt = (path: string): Shown | undefined => (SCREENS as Readonly<Record<string, Shown>>)[path];

/** Every page with its permission and its code, for the guard. */
export const GUARDED_PAGES: Readonly<Record<string, StaffPage>> = Object.fromEntries(
  Object.entries(OFFICE_PAGES).map(([path, { needs }]) => {
    const { load, fallback } = SCREENS[path as OfficePath];
    return [path, { needs, load, ...(fallback !== undefined && { fallback }) }];
  }),
);
