export { countDrivers, driversByIds, findCurrentDriver } from './drivers.repo.ts';
