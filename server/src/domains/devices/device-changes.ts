import { DEVICE_MOVES, type DeviceMove, type DeviceStatus, type RemovedStatus } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, type Transition, transition } from '#db/transition.ts';
import { auditAll } from '#domains/audit';

type Row = { id: string; status: DeviceStatus; imei: string };

/** Further values for the log: the car, and the fitter. */
type Facts = Record<string, unknown> | undefined;
type Change = StateChange<DeviceStatus, Row, Facts>;
type TakingOut = `take_out_${RemovedStatus}`;
export type DeviceStep = DeviceMove | 'fit' | TakingOut;

const common = {
  needs: 'devices.change',
  set: (_, { now }) => ({ status_at: now.toISOString() }),
  facts: (_, given) => given.with ?? {},
} as const satisfies Partial<Change>;

const moving = { ...common, keepsReason: true } as const;

const takenOut = (to: RemovedStatus): Change => ({
  ...moving,
  from: ['fitted'],
  to,
  action: 'devices.take_out',
  refusalEnd: 'so there is nothing to take out',
});

/** `in_stock → fitted` and back are made by fitting and taking out alone. */
const CHANGES: Record<DeviceStep, Change> = {
  stock: {
    ...moving,
    ...DEVICE_MOVES.stock,
    to: 'in_stock',
    action: 'devices.stock',
    refusalEnd: 'so it is not put back',
  },
  faulty: {
    ...moving,
    ...DEVICE_MOVES.faulty,
    to: 'faulty',
    action: 'devices.faulty',
    refusalEnd: 'so it cannot be marked',
  },
  return: { ...moving, ...DEVICE_MOVES.return, to: 'returned', action: 'devices.return' },
  lose: {
    ...moving,
    ...DEVICE_MOVES.lose,
    to: 'lost',
    action: 'devices.lose',
    refusalEnd: 'so it cannot be marked as lost',
  },
  fit: { ...common, from: ['in_stock'], to: 'fitted', action: 'devices.fit' },
  take_out_in_stock: takenOut('in_stock'),
  take_out_faulty: takenOut('faulty'),
  take_out_returned: takenOut('returned'),
  take_out_lost: takenOut('lost'),
};

/** The kind of a tracker in the audit log, and one in plain words. */
export const DEVICE_NOUN = 'tracker';

const devices: Stateful<DeviceStatus, Row, DeviceStep, Facts> = {
  table: 'devices',
  columns: ['imei'],
  noun: DEVICE_NOUN,
  nameOf: ({ imei }) => imei,
  became: {
    in_stock: 'is in stock',
    fitted: 'is in a car',
    faulty: 'is faulty',
    returned: 'was returned',
    lost: 'was lost',
  },
  changes: CHANGES,
  audit: auditAll,
};

type Step = Omit<Transition<DeviceStep, Facts>, 'ids' | 'change'> & { id: string };

/** Changes a tracker's state. Refused as `transition` refuses. */
export const stepDevice = async (tx: Tx, change: DeviceStep, { id, ...given }: Step): Promise<Row> => {
  const { changed } = await transition(tx, devices, { ids: [id], change, ...given });
  return changed[0] as Row;
};

const DONE = {
  stock: 'is in stock again',
  faulty: 'is marked as faulty',
  return: 'is marked as returned',
  lose: 'is marked as lost',
} as const satisfies Record<DeviceMove, string>;

type Asked = { id: string; body: { change: DeviceMove; reason: string } } & Pick<Step, 'by' | 'now'>;

/** Changes the state of a tracker that is in no car, and answers a sentence. */
export const changeDeviceState = async (tx: Tx, { id, body: { change, reason }, by, now }: Asked): Promise<string> => {
  const { imei } = await stepDevice(tx, change, { id, by, reason, now });
  return `The tracker ${imei} ${DONE[change]}.`;
};
