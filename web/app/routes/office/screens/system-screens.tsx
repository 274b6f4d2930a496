import type { OfficePath } from '@banbo/contract';
import { headed, type Shown, under } from './shown.ts';

const dashboard = headed(
  async () => {
    const { DashboardPage } = await import('~/features/reports/dashboard/dashboard.tsx');
    return DashboardPage;
  },
  { fallback: '/' },
);
const users = under(() => import('~/features/identity/users/user-table.tsx').then((m) => m.UserTable), {
  add: ['add_system_user', 'Add user'],
  fallback: '/',
});
const roles = under(() => import('~/features/identity/roles/role-table.tsx').then((m) => m.SystemRoles), {
  about: 'Rank 1000 is above rank 2000. People manage only users of a rank below their own.',
});

/** The screens of users, messages and the system. */
export const SYSTEM_SCREENS = {
  dashboard,
  'admin/dashboard': headed(
    () => import('~/features/reports/dashboard/land-dashboard.tsx').then((m) => m.LandDashboardPage),
    { fallback: '/' },
  ),
  failed_jobs: under(() => import('~/features/reports/failed-jobs.tsx').then((m) => m.FailedJobs), {
    about: 'Background tasks that failed in the last month. Those that recur leave the list once they succeed.',
  }),
  system_users: users,
  admin_users: users,
  add_system_user: headed(() => import('~/features/identity/users/user-forms.tsx').then((m) => m.AddUser)),
  'view_system_user/:id': headed(() => import('~/features/identity/users/user-page.tsx').then((m) => m.ViewUser)),
  'edit_system_user/:id': headed(() => import('~/features/identity/users/user-forms.tsx').then((m) => m.EditUser)),
  system_roles: roles,
  'system_roles/:id': headed(() => import('~/features/identity/roles/role-page.tsx').then((m) => m.RolePage)),
  roles,
  general_setup: headed(() => import('../general-setup.tsx').then((m) => m.default)),
  approvals: under(() => import('~/features/approvals/approval-table.tsx').then((m) => m.ApprovalTable), {
    about: 'Changes that take effect once a second person has approved them.',
    links: [['alone_decisions', 'Decided alone']],
  }),
  'approvals/:id': headed(() => import('~/features/approvals/approval-page.tsx').then((m) => m.ApprovalPage)),
  alone_decisions: under(() => import('~/features/approvals/alone-table.tsx').then((m) => m.AloneTable), {
    about: 'Where the company had one person who could decide, that person decided alone.',
    links: [['approvals', 'Approvals']],
  }),
  audit_log: under(
    () =>
      import('~/features/audit/audit-table.tsx').then(({ AuditTable }) => () => <AuditTable />),
    {
      about: 'Every change by staff and every sign-in: who, when, what, before and after.',
    },
  ),
  outbox: under(
    async () => {
      const { OutboxTable } = await import('~/features/messages/outbox-table.tsx');
      const { SendingPanel } = await import('~/features/messages/sending/sending-panel.tsx');
      return () => (
        <>
          <OutboxTable />
          <SendingPanel />
        </>
      );
    },
    { about: 'Messages to members and staff.', links: [['message_templates', 'Message templates']] },
  ),
  contact_messages: under(() => import('~/features/messages/contact/contact-table.tsx').then((m) => m.ContactTable), {
    links: [['contact_status', 'Status']],
  }),
  'contact_messages/:id': headed(() =>
    import('~/features/messages/contact/contact-page.tsx').then((m) => m.ContactMessagePage),
  ),
  contact_status: under(
    () => import('~/features/messages/contact/contact-overview.tsx').then((m) => m.ContactOverview),
    { links: [['contact_messages', 'Messages']] },
  ),
  message_templates: under(
    () => import('~/features/messages/templates/template-list.tsx').then((m) => m.TemplateList),
    { lead: 'The words of the text messages that go to drivers.' },
  ),
  auditors: under(() => import('~/features/identity/auditors/auditor-table.tsx').then((m) => m.AuditorTable), {
    add: ['add_auditor', 'Open a sign-in'],
    about: 'People who read the books for some days and change nothing. Phone numbers in texts are hidden from them.',
  }),
  add_auditor: headed(() => import('~/features/identity/auditors/add-auditor.tsx').then((m) => m.AddAuditor)),
  profile: under(() => import('../profile.tsx').then((m) => m.default)),
} as const satisfies Partial<Record<OfficePath, Shown>>;
