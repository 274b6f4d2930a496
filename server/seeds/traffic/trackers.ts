import { withCheckDigit } from '@banbo/contract';

/** The type allocation code of no real model. */
const NO_MODEL = '00999900';

/** The IMEI of a simulated tracker: the same for the same serial, from 0 to 999,999. */
export const simulatedImei = (serial: number): string =>
  withCheckDigit(`${NO_MODEL}${String(serial).padStart(6, '0')}`);
