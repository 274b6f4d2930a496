import type { IncidentGrade } from '@banbo/contract';
import { raise, type Signal } from '../../src/domains/incidents/raising/raise.ts';
import type { TestApp } from '../harness.ts';

type On = Pick<TestApp, 'db' | 'clock'>;

/** A call for help of a tracker in a driver's car, unless told otherwise. */
export const buildSignal = (it: On, given: Partial<Signal> = {}): Signal => ({
  ...{
    grade: 'sos',
    source: 'tracker',
    knownBy: 'tracker',
    driverId: null,
    deviceId: null,
    at: it.clock.now,
    receivedAt: it.clock.now,
  },
  ...{ place: null, ...given },
});

/** Raises an SOS of a driver, and gives its incident's id. */
export const buildIncident = async (
  it: On,
  { driverId, grade = 'sos', isDrill = false }: { driverId: string; grade?: IncidentGrade; isDrill?: boolean },
): Promise<string> => {
  const signal = buildSignal(it, { driverId, grade });
  const raised = await it.db.transaction().execute((tx) => raise(tx, [signal], { now: it.clock.now, isDrill }));
  return raised.get(signal) ?? '';
};
