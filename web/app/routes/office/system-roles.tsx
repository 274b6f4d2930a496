import { Page } from '~/components/page.tsx';
import { RoleTable } from '~/features/users/role-table.tsx';
import { titled } from '~/lib/page-title.ts';

export const meta = titled('System Roles');

export default function SystemRoles() {
  return (
    <Page
      title="System Roles"
      lead="A lower rank number stands higher. Nobody acts on a rank that is not below their own."
    >
      <RoleTable />
    </Page>
  );
}
