import { ENDPOINTS } from '@banbo/contract';

/** The calls that an address may make to a POST endpoint within its shortest span. */
export const addressLimit = (url: string): number => {
  const { limits = [] } = ENDPOINTS.find((one) => one.method === 'POST' && one.url === url) ?? {};
  const [shortest] = limits.filter(({ by }) => by === 'address').sort((a, b) => a.seconds - b.seconds);
  if (!shortest) throw new Error(`POST ${url} has no limit by address`);
  return shortest.max;
};
