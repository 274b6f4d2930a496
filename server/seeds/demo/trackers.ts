import { addDays, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type AtWork, callerOf } from '../../test/builders/desk-work.ts';
import { buildDeviceState, buildFittedCar, buildRemoval, buildTracker } from '../../test/builders/fitted-trackers.ts';
import { simulatedImei } from '../traffic/trackers.ts';

const DAY = 86_400_000;
/** Apart from the serials of `npm run simulate`. */
const FIRST_SERIAL = 900_000;

/** How many cars of the demo have a tracker. */
export const DEMO_FITTED = 40;

/** Trackers that are in no car: how many, and what was said when they became so. */
const IN_NO_CAR = [
  { count: 12 },
  { count: 3, change: 'faulty', reason: 'It finds no satellites, also outside.' },
  { count: 1, change: 'return', reason: 'Sent back to the dealer under warranty.' },
  { count: 1, change: 'lose', reason: 'It fell out of the fitter’s bag on the way to Tema.' },
] as const;

const MODELS = ['Concox GT06N', 'Sinotrack ST-901', 'Teltonika FMB920'];
const NETWORKS = ['MTN', 'Telecel', 'AT'];
const FITTERS = ['Kwame Asare', 'Ibrahim Fuseini', 'Selasi Dogbe'];

const oneOf = (choices: readonly string[], serial: number): string => choices[serial % choices.length] ?? '';

/** The IMEI of the nth tracker of the demo; those from 0 are in cars. */
export const demoImei = (serial: number): string => simulatedImei(FIRST_SERIAL + serial);

/** Bought at `now`; its data bundle was renewed since, and ends within two months of `seeded`. */
const addTracker = (tx: Tx, serial: number, { by, now, seeded }: AtWork & { seeded: Date }): Promise<string> =>
  buildTracker(
    tx,
    {
      imei: demoImei(serial),
      serial_number: `SN26${String(4_100 + serial * 17).padStart(6, '0')}`,
      model: oneOf(MODELS, serial),
      sim_number: `0${24 + (serial % 3)}${String(5_310_000 + serial * 137)}`,
      sim_network: oneOf(NETWORKS, serial),
      bundle_until: addDays(today(seeded), 3 + ((serial * 11) % 60)),
    },
    { by, now },
  );

type Fitted = { id: string; registered_at: Date };

/**
 * Trackers in the cars of the first 40 drivers, some more in stock, faulty, returned and lost. One
 * of the faulty was in a car before. Answers the record numbers of those in cars, in order.
 */
export const seedDemoTrackers = async (
  tx: Tx,
  { drivers, now }: { drivers: readonly Fitted[]; now: Date },
): Promise<string[]> => {
  const by = await callerOf(tx, 'systemadmin', 'SystemAdmin');
  const bought = new Date(Math.min(...drivers.map(({ registered_at }) => registered_at.getTime())));
  const inCars: string[] = [];
  for (const [serial, { id: driverId, registered_at }] of drivers.slice(0, DEMO_FITTED).entries()) {
    const id = await addTracker(tx, serial, { by, now: bought, seeded: now });
    const fitted = new Date(Math.min(registered_at.getTime() + 9 * DAY, now.getTime() - 3 * DAY));
    await buildFittedCar(tx, id, driverId, { by, now: fitted, fitted_by: oneOf(FITTERS, serial) });
    inCars.push(id);
  }
  let serial = DEMO_FITTED;
  for (const { count, ...state } of IN_NO_CAR) {
    for (let n = 0; n < count; n += 1, serial += 1) {
      const id = await addTracker(tx, serial, { by, now: bought, seeded: now });
      const later = { by, now: new Date(now.getTime() - 9 * DAY) };
      if (!('change' in state)) continue;
      const former = drivers[DEMO_FITTED];
      if (state.change !== 'faulty' || n > 0 || !former) await buildDeviceState(tx, id, { ...state, ...later });
      else {
        await buildFittedCar(tx, id, former.id, { by, now: new Date(now.getTime() - 30 * DAY) });
        await buildRemoval(tx, id, { becomes: 'faulty', reason: state.reason, ...later });
      }
    }
  }
  return inCars;
};
