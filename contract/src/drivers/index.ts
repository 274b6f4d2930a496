import { driverChangeEndpoints } from './driver-change.ts';
import { driverRecordEndpoints } from './endpoints.ts';
import { driverImportEndpoints } from './imports/endpoints.ts';
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
export * from './imports/endpoints.ts';
export * from './imports/lists.ts';
export * from './imports/mapping.ts';
export * from './imports/outcomes.ts';
export * from './imports/taking-back.ts';
export * from './privacy.ts';
export * from './schemas.ts';
