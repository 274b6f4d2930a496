import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { CarNumber, Id, Instant, MoneySum, shortText } from '../common/fields.ts';
import { PLAN_SLUGS } from '../prices/plans.ts';
import { OwnCarRequest } from './car-requests.ts';
import { DriverProfile } from './schemas.ts';

const endpoint = endpointsOf('drivers');

/** The fields of another car's registration; all others are copied from the person. */
export const NewCar = z.strictObject({
  car_number: CarNumber,
  gps_address: z.union([z.literal(''), shortText('GPS address', 20)]).optional(),
  /** Holds from this month on; without one it is agreed later. */
  plan: z.enum(PLAN_SLUGS, 'Please choose a plan that is offered.').optional(),
  /** The member's request that this grants. */
  request_id: Id.optional(),
});
export type NewCar = z.infer<typeof NewCar>;

/** A car of a person: a driver record of its own, with its own code and cover. */
export const PersonsCar = z.object({
  id: Id,
  driver_code: z.string(),
  car_number: z.string(),
  registered_at: Instant,
  removed_at: Instant.nullable(),
  /** The plan of this month; null where none is agreed. */
  plan: z.enum(PLAN_SLUGS).nullable(),
  /** Null of a removed record, and for callers who may not see payments. */
  owed: MoneySum.nullable(),
});
export type PersonsCar = z.infer<typeof PersonsCar>;

/** The most cars of a person that are shown together. */
export const MAX_CARS_SHOWN = 100;

export const listCarsOfPerson = endpoint('GET /drivers/:id/cars', 'drivers.read', {
  summary: 'All cars of a driver’s person, this one and removed ones too',
  description: `In the order of registering, at most ${MAX_CARS_SHOWN}.`,
  answer: z.array(PersonsCar),
});

export const addCar = endpoint('POST /drivers/:id/cars', 'drivers.change', {
  summary: 'Register another car of a driver’s person',
  description:
    'Copies the person’s data to a record with its own driver code, account and cover. The code that sets its first ' +
    'password goes to the person’s mobile alone. Refused with 409 for a removed driver, a car that is registered, and ' +
    'a request that was decided.',
  idempotent: true,
  limits: [{ by: 'caller', max: 30, seconds: 60 }],
  errors: ['already_registered'],
  example: { car_number: 'GR 1234-24' },
  body: NewCar,
  created: z.object({
    status: z.literal(true),
    message: z.string(),
    /** The new record's number. */
    id: Id,
    driver: DriverProfile,
    /** The payment type that others require first; null where there is none. */
    first_payment_type: z.string().nullable(),
  }),
});

/** A car of the signed-in member's. */
export const OwnCar = z.object({
  driver_code: z.string(),
  car_number: z.string(),
  /** True of the car that the member signed in with. */
  is_signed_in: z.boolean(),
});
export type OwnCar = z.infer<typeof OwnCar>;

export const getOwnCars = endpoint('GET /member/cars', 'member', {
  summary: 'The signed-in member’s cars, and the last requests for others',
  tags: ['members'],
  errors: ['not_found'],
  answer: z.object({ cars: z.array(OwnCar), requests: z.array(OwnCarRequest) }),
});

/** A member's request for another car by its number, with a note for the office. */
export const CarRequest = z.strictObject({
  car_number: CarNumber,
  note: z.union([z.literal(''), shortText('note', 300)]).optional(),
});
export type CarRequest = z.infer<typeof CarRequest>;

/** The requests of a person that may wait at once. */
export const MAX_OPEN_CAR_REQUESTS = 3;

export const askForCar = endpoint('POST /member/car_requests', 'member', {
  summary: 'Ask the office to register another car of the member’s',
  description: `Refused with 409 for a car that is registered or asked for, and while ${MAX_OPEN_CAR_REQUESTS} requests wait.`,
  tags: ['members'],
  idempotent: true,
  limits: [{ by: 'caller', max: 20, seconds: 86_400 }],
  errors: ['not_found', 'already_registered'],
  example: { car_number: 'GR 1234-24' },
  body: CarRequest,
  created: z.object({ status: z.literal(true), message: z.string(), id: Id }),
});
