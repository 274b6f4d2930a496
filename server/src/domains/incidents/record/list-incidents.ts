import { fullName, type IncidentRow, incidentList, type ListQuery } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import type { StaffHolders } from '#domains/approvals';
import { driversNamed, keptRecords, ownersById } from '#domains/drivers';
import { withIsoDates } from '#lib/iso-dates.ts';
import { pluck, presentOf } from '#lib/values.ts';
import { type Incident, incidentSql } from '../incidents.repo.ts';

/** Names of staff. */
export type IncidentStaff = Pick<StaffHolders, 'named'>;

/** Incidents as lists show them. */
export const presentIncidents = async (
  rows: readonly Incident[],
  db: Db,
  { named }: IncidentStaff,
): Promise<IncidentRow[]> => {
  const kept = await keptRecords(db, presentOf(pluck(rows, 'driver_id')));
  const drivers = await ownersById(db, [...kept.values()]);
  const people = await named(
    db,
    rows.flatMap(({ acknowledged_by, ended_by }) => [acknowledged_by, ended_by]),
  );
  const nameOf = (id: string | null): string | null => (id === null ? null : (people.get(id)?.fullname ?? ''));
  return rows.map((incident) => {
    const driver_id = incident.driver_id === null ? null : (kept.get(incident.driver_id) ?? incident.driver_id);
    const driver = driver_id === null ? undefined : drivers.get(driver_id);
    const { id, number, grade, source, is_drill, status, status_reason, signals } = incident;
    const { raised_at, last_signal_at, acknowledged_at, dispatched_at, on_scene_at, ended_at } = withIsoDates(incident);
    return {
      ...{ id, number, grade, source, is_drill, driver_id, status, status_reason, signals },
      ...{ raised_at, last_signal_at, acknowledged_at, dispatched_at, on_scene_at, ended_at },
      driver_code: driver?.driver_code ?? '',
      fullname: driver ? fullName(driver) : incident.caller_name,
      car_number: driver?.car_number ?? '',
      acknowledged_by: nameOf(incident.acknowledged_by),
      ended_by: nameOf(incident.ended_by),
    };
  });
};

/** Calls for help, the newest first. */
export const incidentSource = (staff: IncidentStaff): ListSource<ListQuery<typeof incidentList>, IncidentRow> =>
  listSource(incidentList, incidentSql(driversNamed), (rows, db) => presentIncidents(rows, db, staff));
