export { addDevice } from './change-devices.ts';
export { clearOldDeviceImports, deviceImport } from './device-import.ts';
export { idNamed } from './devices.repo.ts';
export { deviceRoutes } from './devices.routes.ts';
export {
  type CarSpan,
  type ErasedSpan,
  erasedSpansOf,
  eraseSpans,
  markEmptied,
  spansOfCar,
  spansToEmpty,
} from './erased-spans.repo.ts';
export { fittingsInMerges } from './fit-device.ts';
export { countEndingBundles, fittedDevices, trackersById } from './fitted-devices.repo.ts';
export { fittingsOf } from './fittings.repo.ts';
export {
  devicesNamed,
  driversAtTimes,
  feedKeysNamed,
  fittedCars,
  type KnownDevice,
} from './fittings-in-time.repo.ts';
