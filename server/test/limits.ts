import { ENDPOINTS } from '@banbo/contract';

/** How often an address may call what is posted there within the shortest of its spans. */
export const addressLimit = (url: string): number => {
  const { limits = [] } = ENDPOINTS.find((one) => one.method === 'POST' && one.url === url) ?? {};
  const [shortest] = limits.filter(({ by }) => by === 'address').sort((a, b) => a.seconds - b.seconds);
  if (!shortest) throw new Error(`POST ${url} has no limit by address`);
  return shortest.max;
};
