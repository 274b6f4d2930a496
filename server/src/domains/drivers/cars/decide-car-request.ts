import type { CarRequestStatus } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';
import type { Author } from '#lib/caller.ts';

type CarRequestRecord = { id: string; status: CarRequestStatus; car_number: string };
/** The record of the car that was registered, where a request is granted. */
type With = { grantedDriverId: string } | undefined;
type Change = StateChange<CarRequestStatus, CarRequestRecord, With>;

const setDecision: NonNullable<Change['set']> = (_, { by, now, with: granted }) => ({
  decided_at: now.toISOString(),
  decided_by: by?.accountId ?? null,
  granted_driver_id: granted?.grantedDriverId ?? null,
});

/** A request's life: `asked → granted | refused | withdrawn`. */
const CHANGES = {
  grant: {
    from: ['asked'],
    to: 'granted',
    needs: 'drivers.change',
    action: 'drivers.grant_car',
    set: setDecision,
  },
  refuse: {
    from: ['asked'],
    to: 'refused',
    needs: 'drivers.change',
    action: 'drivers.refuse_car',
    keepsReason: true,
    set: setDecision,
  },
  withdraw: {
    from: ['asked'],
    to: 'withdrawn',
    needs: 'own',
    action: null,
    set: setDecision,
  },
} as const satisfies Record<string, Change>;

const requests: Stateful<CarRequestStatus, CarRequestRecord, keyof typeof CHANGES, With> = {
  table: 'car_requests',
  columns: ['car_number'],
  noun: 'request',
  nameOf: ({ car_number }) => `for ${car_number}`,
  became: { asked: 'is waiting', granted: 'was granted', refused: 'was refused', withdrawn: 'was withdrawn' },
  changes: CHANGES,
  audit: auditAll,
};

type Decided = { by: Author; now: Date };

/** Refuses a request with a reason that its member reads. Refused with 404 `not_found`, and 409 `conflict` once it was decided. */
export const refuseRequest = async (tx: Tx, id: string, reason: string, { by, now }: Decided): Promise<void> => {
  await transition(tx, requests, { ids: [id], change: 'refuse', by, reason, now });
};

/** Withdraws a request, which the caller has found to be its author's own. Refused as `refuseRequest`. */
export const withdrawRequest = async (tx: Tx, id: string, { by, now }: Decided): Promise<void> => {
  await transition(tx, requests, { ids: [id], change: 'withdraw', by, now });
};

/** Grants a request by the record of the car that the same transaction registered. Refused as `refuseRequest`. */
export const grantRequest = async (tx: Tx, id: string, driverId: string, { by, now }: Decided): Promise<void> => {
  await transition(tx, requests, { ids: [id], change: 'grant', by, now, with: { grantedDriverId: driverId } });
};
