import { type Driver, fullName, shownName } from '@banbo/contract';
import { hasTexts } from '~/lib/browser-storage.ts';
import { currentSession, onSessionChange } from '~/lib/session/session-store.ts';
import { inTab } from '~/lib/use-kept.ts';

/** The most drivers that are offered again. */
const MOST = 6;

const kept = inTab('banbo.last-drivers');

// They are people, so they go with the session.
onSessionChange(() => {
  if (!currentSession()) kept.drop();
});

/** A driver whose record this person opened in this tab; `who` is that person. */
export type LastDriver = Pick<Driver, 'id' | 'driver_code' | 'car_number'> & { name: string; who: string };

const isLastDriver = (value: unknown): value is LastDriver =>
  hasTexts(value, ['id', 'driver_code', 'car_number', 'name', 'who']);

/** The drivers that this person opened last in this tab, the last first. */
export const lastDrivers = (): LastDriver[] => {
  const value = kept.read();
  const who = currentSession()?.username;
  return Array.isArray(value) ? value.filter(isLastDriver).filter((one) => one.who === who) : [];
};

/** Offers a driver again, or no longer: a removed one has no next step. */
export const noteDriver = (driver: Driver): void => {
  const { id, driver_code, car_number, removed_at } = driver;
  const who = currentSession()?.username;
  if (who === undefined) return;
  const own: LastDriver = { id, driver_code, car_number, name: shownName(fullName(driver)), who };
  const others = lastDrivers().filter((one) => one.id !== id);
  kept.write(removed_at === null ? [own, ...others].slice(0, MOST) : others);
};
