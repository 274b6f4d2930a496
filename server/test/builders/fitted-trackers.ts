import { type DeviceRemoval, NewDevice, type NewFitting } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { addDevice } from '../../src/domains/devices/change-devices.ts';
import { changeDeviceState } from '../../src/domains/devices/device-changes.ts';
import { fitDevice, takeOutDevice } from '../../src/domains/devices/fit-device.ts';
import type { AtWork } from './desk-work.ts';

/** Adds a tracker to the stock, and gives its record number. */
export const buildTracker = async (tx: Tx, tracker: Partial<NewDevice> & { imei: string }, { by, now }: AtWork) => {
  return (await addDevice(tx, { body: NewDevice.parse(tracker), by, now })).id;
};

/** Fits a tracker to a driver's car, also one whose device is not paid. */
export const buildFittedCar = async (
  tx: Tx,
  id: string,
  driverId: string,
  { by, now, ...fitting }: AtWork & Partial<NewFitting>,
): Promise<void> => {
  const unpaid_reason = 'The owner pays at the end of the month.';
  const body = { driver_id: driverId, fitted_by: 'Kwame Asare', unpaid_reason, ...fitting };
  await fitDevice(tx, { id, body, by, now });
};

/** Takes a tracker out of its car. */
export const buildRemoval = async (tx: Tx, id: string, { by, now, ...body }: AtWork & DeviceRemoval): Promise<void> => {
  await takeOutDevice(tx, { id, body, by, now });
};

/** Changes the state of a tracker that is in no car. */
export const buildDeviceState = (
  tx: Tx,
  id: string,
  { by, now, ...body }: AtWork & Parameters<typeof changeDeviceState>[1]['body'],
): Promise<string> => changeDeviceState(tx, { id, body, by, now });
