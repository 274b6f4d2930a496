import { auditList } from '@banbo/contract';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { auditSource } from './list-audit.ts';

export const auditRoutes = (app: ApiScope, lists: Lists): void =>
  lists.serve(app, auditList, auditSource, () => undefined);
