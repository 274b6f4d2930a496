import { driverChangeEndpoints } from './driver-change.ts';
import { driverRecordEndpoints } from './endpoints.ts';
import { driverImportEndpoints } from './imports.ts';
import { privacyEndpoints } from './privacy.ts';

export const driverEndpoints = {
  ...driverRecordEndpoints,
  ...driverImportEndpoints,
  ...privacyEndpoints,
  ...driverChangeEndpoints,
} as const;

export * from './car-requests.ts';
export * from './cars.ts';
export * from './choices.ts';
export * from './completeness.ts';
export * from './driver-change.ts';
export * from './driver-list.ts';
export * from './endpoints.ts';
export * from './id-number.ts';
export * from './imports.ts';
export * from './opening.ts';
export * from './privacy.ts';
export * from './schemas.ts';
