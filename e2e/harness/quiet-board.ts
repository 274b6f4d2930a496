import type { staffCalls } from './staff-calls.ts';

export type OpenIncident = { id: string; driver_id: string | null; status: string };

/**
 * Acknowledges what rings, such as the SOS of the demo's own car: it takes the key `a` on every
 * page. Gives the open incidents as they were.
 */
export const quietBoard = async (call: Awaited<ReturnType<typeof staffCalls>>): Promise<OpenIncident[]> => {
  const { incidents }: { incidents: OpenIncident[] } = await call('GET', '/incidents/board');
  for (const { id, status } of incidents)
    if (status === 'raised') await call('PATCH', `/incidents/${id}`, { change: 'acknowledge' });
  return incidents;
};
