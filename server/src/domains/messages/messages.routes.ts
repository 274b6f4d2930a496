import { outboxList } from '@banbo/contract';
import type { ApiScope } from '#http/scope.ts';
import { type ContactDeps, contactRoutes } from './contact/contact.routes.ts';
import { outboxSource } from './outbox/list-outbox.ts';
import { type SendingDeps, sendingRoutes } from './sending/sending.routes.ts';
import { type TemplateDeps, templateRoutes } from './templates/template.routes.ts';

type MessageDeps = ContactDeps & SendingDeps & TemplateDeps;

export const messageRoutes = (app: ApiScope, deps: MessageDeps): void => {
  const { now, lists, textsAreSent } = deps;
  lists.serve(
    app,
    outboxList,
    outboxSource(() => ({ now: now(), textsAreSent })),
    () => undefined,
  );
  sendingRoutes(app, deps);
  templateRoutes(app, deps);
  contactRoutes(app, deps);
};
