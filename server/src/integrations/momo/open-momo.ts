import type { Momo } from './momo.ts';
import { mtnMomo } from './mtn-momo.ts';

type Settings = {
  MOMO_URL?: string | undefined;
  MOMO_USER?: string | undefined;
  MOMO_KEY?: string | undefined;
  MOMO_SUBSCRIPTION?: string | undefined;
  MOMO_ENVIRONMENT: string;
  MOMO_CURRENCY: string;
};

/** The service of the settings that asks payers to approve a payment, or null while none is set up. */
export const openMomo = (settings: Settings): Momo | null => {
  const { MOMO_URL: url, MOMO_USER: user, MOMO_KEY: key, MOMO_SUBSCRIPTION: subscription } = settings;
  if (url === undefined || user === undefined || key === undefined || subscription === undefined) return null;
  return mtnMomo({
    ...{ url, user, key, subscription },
    environment: settings.MOMO_ENVIRONMENT,
    currency: settings.MOMO_CURRENCY,
  });
};
