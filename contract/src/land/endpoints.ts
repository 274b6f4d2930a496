import { zoneEndpoints } from './zones.ts';

export const landEndpoints = { ...zoneEndpoints } as const;
