import { MessageDeskContext, TENANT_DESK } from './contact-desk.ts';
import { ContactMessagePage } from './contact-page.tsx';
import { ContactTable } from './contact-table.tsx';

/** The messages that tenants sent: new ones first, and of them the longest waiting. */
export const TenantMessages = () => (
  <MessageDeskContext value={TENANT_DESK}>
    <ContactTable />
  </MessageDeskContext>
);

/** A tenant's message with its thread. */
export const TenantMessagePage = ({ id }: { id: string }) => (
  <MessageDeskContext value={TENANT_DESK}>
    <ContactMessagePage id={id} />
  </MessageDeskContext>
);
