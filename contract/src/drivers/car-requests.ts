import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { Id, Instant, shortText } from '../common/fields.ts';
import { columnOf, defineList } from '../common/lists/define-list.ts';
import { defaultedFilter } from '../common/lists/filters.ts';

/** The states of a member's request for another car. */
export const CAR_REQUEST_STATUSES = ['asked', 'granted', 'refused', 'withdrawn'] as const;
export type CarRequestStatus = (typeof CAR_REQUEST_STATUSES)[number];

export const CAR_REQUEST_LABELS: Readonly<Record<CarRequestStatus, string>> = {
  asked: 'Waiting',
  granted: 'Granted',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
};

/** A member's request for another car, as the member sees it. */
export const OwnCarRequest = z.object({
  id: Id,
  car_number: z.string(),
  note: z.string(),
  status: z.enum(CAR_REQUEST_STATUSES),
  /** Why it was refused; else null. */
  status_reason: z.string().nullable(),
  asked_at: Instant,
});
export type OwnCarRequest = z.infer<typeof OwnCarRequest>;

/**
 * A request as staff see it: with the record of the car that the member asked with, and who
 * decided.
 */
export const ListedCarRequest = z.object({
  ...OwnCarRequest.shape,
  /** Null while it waits. */
  decided_at: Instant.nullable(),
  /**
   * The username of the clerk who decided, or the driver code of the member who withdrew it; empty
   * while it waits.
   */
  decided_by: z.string(),
  driver_id: Id,
  driver_code: z.string(),
  fullname: z.string(),
  mobile_number: z.string(),
  /** A current car of the person, with which it can be granted; null if none is left. */
  current_driver_id: Id.nullable(),
  /** The record of the car that was registered, where it was granted. */
  granted_driver_id: Id.nullable(),
});
export type ListedCarRequest = z.infer<typeof ListedCarRequest>;

export const carRequestList = defineList({
  name: 'car-requests',
  url: '/car_requests',
  access: 'drivers.change',
  summary: 'Members’ requests for another car, those that have waited longest first',
  tags: ['drivers'],
  row: ListedCarRequest,
  filters: { status: defaultedFilter('State', CAR_REQUEST_STATUSES, (status) => CAR_REQUEST_LABELS[status]) },
  sorts: ['asked_at', '-asked_at'],
  columns: [
    columnOf('car_number', 'Car'),
    columnOf('fullname', 'Full Name', 'name'),
    columnOf('driver_code', 'Driver Code'),
    columnOf('mobile_number', 'Mobile Number', 'phone'),
    columnOf('note', 'Note'),
    columnOf('asked_at', 'Asked', 'instant', { sort: 'asked_at' }),
    { key: 'status', header: 'State', kind: 'text', value: ({ status }) => CAR_REQUEST_LABELS[status] },
    columnOf('status_reason', 'Reason'),
    columnOf('decided_by', 'Decided By'),
    columnOf('decided_at', 'Decided', 'instant'),
  ],
  reach: 1000,
});
export const listCarRequests = carRequestList.page;
export const exportCarRequests = carRequestList.file;

/** The reason that the member reads. */
export const CarRefusal = z.strictObject({
  reason: shortText('reason', 300).refine((reason) => reason.length >= 3, 'Please give the reason in a few words.'),
});
export type CarRefusal = z.infer<typeof CarRefusal>;

export const refuseCarRequest = endpoint('POST /car_requests/:id/refuse', 'drivers.change', {
  summary: 'Refuse a member’s request for another car, with a reason that the member reads',
  tags: ['drivers'],
  body: CarRefusal,
});

export const withdrawCarRequest = endpoint('POST /member/car_requests/:id/withdraw', 'member', {
  summary: 'Withdraw a request of the signed-in member’s for another car',
  description: 'Refused with 409 once the office has decided. One that was withdrawn stays so.',
  tags: ['members'],
  limits: [{ by: 'caller', max: 60, seconds: 3600 }],
  errors: ['not_found'],
});
