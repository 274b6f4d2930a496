export * from './calendar.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export {
  CarNumber,
  Day,
  Id,
  Instant,
  idParams,
  isMobileNumber,
  Money,
  MoneySum,
  Month,
  Phone,
  PositiveMoney,
} from './fields.ts';
export * from './formats.ts';
export { hidePhones } from './hide-phones.ts';
export * from './imports.ts';
export * from './limits.ts';
export * from './lists/define-list.ts';
export * from './lists/filters.ts';
export * from './lookup.ts';
export * from './messages.ts';
export * from './names.ts';
export * from './office-pages.ts';
export * from './paper-code.ts';
export * from './permissions.ts';
export * from './pesewas.ts';
export * from './roles.ts';
export { shownKind, shownName, shownPayer, shownZoneIn } from './shown-case.ts';
export {
  driverCodeOf,
  isDriverCode,
  isPlainText,
  isUsualCarNumber,
  normalizeCarNumber,
  plateHint,
  unseenIn,
} from './text.ts';
export * from './towns.ts';
export {
  existingDay,
  isWholeDay,
  notADate,
  plainDay,
  readTypedDay,
  typedDay,
  unmistakableDay,
} from './typed-day.ts';
