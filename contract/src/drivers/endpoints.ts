import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { CarNumber, Id } from '../common/fields.ts';
import { MAX_PHONE_LENGTH } from '../common/formats.ts';
import { exportCarRequests, listCarRequests, refuseCarRequest, withdrawCarRequest } from './car-requests.ts';
import { addCar, askForCar, getOwnCars, listCarsOfPerson } from './cars.ts';
import { exportDrivers, listDrivers, sumOfDrivers } from './driver-list.ts';
import { Driver, DriverOfCar, DriverProfile, DriverRemoval, DriverSummary, Registration } from './schemas.ts';

const endpoint = endpointsOf('drivers');

export const registerDriver = endpoint('POST /drivers', 'public', {
  summary: 'Register a driver',
  description: 'Creates the driver, the member account and the driver code in one transaction.',
  idempotent: true,
  limits: [
    // A plate leads to a number with three hidden digits. Somebody who registers with each of the
    // thousand possible numbers, each time from another address, learns from the refusal which of
    // them is a driver's.
    { by: { body: 'mobile_number', as: 'masked phone' }, max: 20, seconds: 86_400, strangers: true },
    { by: 'caller', max: 60, seconds: 600 },
    { by: 'caller', max: 300, seconds: 86_400 },
    // Counted in memory before a photo is read, and once more in the database for all servers
    // together.
    { by: 'address', max: 60, seconds: 600 },
    { by: 'address', max: 60, seconds: 600, shared: true },
    { by: 'address', max: 300, seconds: 86_400, shared: true },
  ],
  errors: ['already_registered', 'unsupported_photo'],
  consumes: ['multipart/form-data'],
  body: Registration,
  created: z.object({
    status: z.literal(true),
    message: z.string(),
    driver: DriverProfile,
    /** The record's number, for staff alone. */
    driver_id: Id.optional(),
    /** Sets the member's first password within 24 hours; no later answer shows it again. */
    setup_code: z.string(),
    /**
     * The payment type that others require first, which the payment form then opens with; null
     * where there is none.
     */
    first_payment_type: z.string().nullable(),
  }),
});

export const findDriverByCarNumber = endpoint('POST /drivers/find_driver_by_car_number', 'public', {
  summary: 'The driver of a car number, for the payment form',
  limits: [
    { by: 'caller', max: 60, seconds: 60 },
    { by: 'caller', max: 3000, seconds: 86_400 },
    { by: 'address', max: 60, seconds: 60 },
    { by: 'address', max: 2000, seconds: 86_400 },
  ],
  errors: ['not_found'],
  body: z.strictObject({ car_number: CarNumber }),
  answer: z.object({ success: z.literal(true), message: z.string(), driver: DriverOfCar }),
});

/** The driver search screen: bounds how many are shown at once. */
export const GENERAL_SEARCH_MATCHES = 50;

const searchedNumbers = {
  driver_code: z.string().max(20),
  mobile_number: z.string().max(MAX_PHONE_LENGTH),
  car_number: z.string().max(20),
};

const foundDrivers = z.object({ status: z.literal(true), message: z.string(), driver: z.array(DriverSummary) });

export const generalSearch = endpoint('POST /drivers/general_search', 'drivers.search', {
  summary: 'The drivers whose code, mobile, car number or name begins as given',
  description: `At most the first ${GENERAL_SEARCH_MATCHES}. Finding nobody is 404 with a message.`,
  errors: ['not_found'],
  body: z.strictObject({
    ...searchedNumbers,
    /**
     * One word begins the first or the last name; of several, the first and the last word begin one
     * name each.
     */
    name: z.string().max(80).optional(),
  }),
  answer: foundDrivers,
});

export const specialSearch = endpoint('POST /drivers/special_search', 'drivers.search', {
  summary: 'The drivers whose whole code, mobile and car number are as given, removed ones too',
  description: `In any usual spelling; current drivers first, then the last removed, at most ${GENERAL_SEARCH_MATCHES}. Finding nobody is 404 with a message.`,
  errors: ['not_found'],
  body: z.strictObject(searchedNumbers),
  answer: foundDrivers,
});

export const getDriver = endpoint('GET /drivers/:id', 'drivers.read', {
  summary: 'One driver, also a removed one',
  answer: Driver,
});

export const getDriverPhoto = endpoint('GET /drivers/:id/photo', 'drivers.read', {
  summary: 'A driver’s photo as JPEG',
  file: ['image/jpeg'],
  etag: true,
});

export const removeDriver = endpoint('DELETE /drivers/:id', 'drivers.remove', {
  summary: 'Remove a driver with a reason; car, mobile and ID number are free again',
  description:
    'The record and its payments stay, and waiting claims still wait. The member is signed out and can no longer sign in.',
  body: DriverRemoval,
});

export const restoreDriver = endpoint('POST /drivers/:id/restore', 'drivers.remove', {
  summary: 'Make a removed driver a current one again',
  description: 'Refused with 409 when another driver has the car, the mobile or the ID number by now.',
});

export const issuePasswordCode = endpoint('POST /drivers/:id/password_code', 'drivers.password_code', {
  summary: 'A new code with which a driver sets a password, for staff to hand over',
  description:
    'Replaces all codes of before. The driver is told by text message, where those are sent. Refused with 409 for a removed driver.',
  idempotent: true,
  limits: [{ by: 'caller', max: 10, seconds: 60 }],
  created: z.object({
    status: z.literal(true),
    message: z.string(),
    /** No later answer shows it again; good for 24 hours and one use. */
    setup_code: z.string(),
  }),
});

export const driverRecordEndpoints = {
  registerDriver,
  findDriverByCarNumber,
  listDrivers,
  exportDrivers,
  sumOfDrivers,
  generalSearch,
  specialSearch,
  getDriver,
  getDriverPhoto,
  removeDriver,
  restoreDriver,
  issuePasswordCode,
  listCarsOfPerson,
  addCar,
  getOwnCars,
  askForCar,
  listCarRequests,
  exportCarRequests,
  refuseCarRequest,
  withdrawCarRequest,
} as const;
