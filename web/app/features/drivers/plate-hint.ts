import { isUsualCarNumber, normalizeCarNumber } from '@banbo/contract';

/** The texts that may still become a usual number as they are typed on. */
const BEGINNING = /^(?:[A-Z]{0,2}|[A-Z]{2}\d{1,2})$/;

/** The hint of a car number's field. An unusual number may be a personal or an old plate, so it is only pointed out. */
export const plateHint = (carNumber: string): string =>
  isUsualCarNumber(carNumber) || BEGINNING.test(normalizeCarNumber(carNumber))
    ? 'As on the plate, like GR 1234-20'
    : 'This is not the usual form, like GR 1234-20. Please check it against the plate.';
