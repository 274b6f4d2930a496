import * as contract from '@banbo/contract';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { incompleteRegistrationsSource } from './incomplete-registrations.ts';

/** `registrationDays`: how long a registration may wait for its fee. */
type Deps = { now: () => Date; lists: Lists; registrationDays: number };

/** Registrations that wait for something. */
export const incompleteRegistrationRoutes = (app: ApiScope, { now, lists, registrationDays: days }: Deps): void => {
  lists.serve(app, contract.incompleteRegistrationList, incompleteRegistrationsSource({ days, now }), () => undefined);
};
