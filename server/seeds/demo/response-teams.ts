import type { Tx } from '#db/database.ts';
import { callerOf } from '../../test/builders/desk-work.ts';
import { buildTeam } from '../../test/builders/response-teams.ts';

/** A team in Osu that is on duty, and one in Tema that is on duty after it. */
export const seedDemoTeams = async (tx: Tx, now: Date): Promise<void> => {
  const by = await callerOf(tx, 'superadmin', 'SuperAdmin');
  await buildTeam(tx, {
    team: {
      ...{ name: 'Osu', phone: '0249981200', vehicle: 'Toyota Hilux, white, GW 3310-24' },
      people: [
        { name: 'Kofi Annor', phone: '0241234567' },
        { name: 'Esi Mensah', phone: '' },
      ],
      area: { kind: 'circle', latitude: 5.5605, longitude: -0.1822, radius_m: 9_000 },
    },
    duties: [
      [-2, 12],
      [24, 36],
    ],
    ...{ by, now },
  });
  await buildTeam(tx, {
    team: {
      ...{ name: 'Tema', phone: '0209981300', vehicle: 'Nissan Navara, grey, GN 4120-22' },
      people: [{ name: 'Yaw Darko', phone: '0244000111' }],
      area: { kind: 'circle', latitude: 5.6698, longitude: -0.0166, radius_m: 8_000 },
    },
    duties: [[12, 24]],
    ...{ by, now },
  });
};
