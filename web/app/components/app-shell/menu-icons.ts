import type { IconName } from '../icon-paths.ts';

/** The icon of a menu item by the words of its path; the first match counts. */
const BY_WORD: readonly (readonly [RegExp, IconName])[] = [
  [/dashboard/, 'home'],
  [/logout/, 'logout'],
  [/search/, 'search'],
  [/registration$|driver_updates|personal_information/, 'register'],
  [/drivers?$/, 'drivers'],
  [/map|location|tracker|zonal/, 'map'],
  [/capture_momo/, 'phone'],
  [/clearance|approv|activation/, 'check'],
  [/ledger|statement/, 'ledger'],
  [/fees|receipt|subscriptions/, 'receipt'],
  [/device/, 'device'],
  [/revenue|expenditure|report/, 'chart'],
  [/payment_types|payment_list|yearly_payments/, 'list'],
  [/payment|refund/, 'money'],
  [/response/, 'bell'],
  [/message|contact/, 'mail'],
  [/cases/, 'scale'],
  [/role/, 'shield'],
  [/audit/, 'history'],
  [/users|tenants|kin/, 'people'],
  [/setup|setting/, 'settings'],
];

export const iconOf = (path: string): IconName => BY_WORD.find(([words]) => words.test(path))?.[1] ?? 'document';
