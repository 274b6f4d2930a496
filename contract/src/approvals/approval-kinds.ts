import type { Permission } from '../common/permissions.ts';
import type { Role } from '../common/roles.ts';

type Kind = {
  /** The change in a few words: `Change of a price`. */
  label: string;
  /** The permission of those who approve it. */
  needs: Permission;
  /** The permission of those who ask for it, where it is another one. */
  asks?: Permission;
  /** The only role that approves it, where the permission alone does not do. */
  onlyBy?: Role;
  /** True where it has data of people, which are forgotten once it is decided. */
  isPersonal?: true;
  /** The office's page of its subject; `:id` stands for the subject's number, `:day` for a day. */
  page: string;
};

/** The changes that wait for another person. Their names stand in records, so never change one. */
export const APPROVAL_KINDS = {
  'roles.change': { label: 'Permissions', needs: 'users.change', asks: 'roles.change', page: '/system_roles/:id' },
  'site.momo': { label: 'Mobile money accounts', needs: 'site.change', page: '/general_setup' },
  'site.waiving': { label: 'What the server waives', needs: 'site.change', page: '/general_setup' },
  'site.expenses': { label: 'Limit of expenses', needs: 'site.change', page: '/general_setup' },
  'site.money': { label: 'Company setting', needs: 'site.change', page: '/general_setup' },
  'site.owner': { label: 'Who is told of each day', needs: 'site.change', page: '/general_setup' },
  'messages.words': { label: 'Words of a text message', needs: 'messages.change', page: '/message_templates' },
  'prices.change': { label: 'Change of a price', needs: 'prices.change', page: '/view_yearly_payment/:id' },
  'prices.remove': { label: 'Removal of a price', needs: 'prices.change', page: '/view_yearly_payment/:id' },
  'types.change': { label: 'Due day of a payment type', needs: 'prices.change', page: '/view_payment_type/:id' },
  'prices.add': { label: 'First price of a year', needs: 'prices.change', page: '/payment_list' },
  'prices.add_land': { label: 'First price of land', needs: 'prices.change', page: '/yearly_payments' },
  'payments.backdated': {
    label: 'Money of an earlier day',
    needs: 'payments.clear',
    asks: 'payments.receive',
    page: '/money_received?from=:day&to=:day',
  },
  'land.backdated': {
    label: 'Money for land of an earlier day',
    needs: 'payments.clear',
    asks: 'land.receive',
    page: '/money_received?from=:day&to=:day',
  },
  'statements.cover': {
    label: 'Days that a statement covers',
    needs: 'payments.clear',
    page: '/statement_import/:id',
  },
  'cash.correct': {
    label: 'Wrong amount of cash',
    needs: 'payments.reverse',
    asks: 'payments.receive',
    page: '/money_received/:id',
  },
  'users.create': { label: 'User with a role over money', needs: 'users.change', page: '/system_users' },
  'users.role': { label: 'Role over money for a user', needs: 'users.change', page: '/view_system_user/:id' },
  'users.code': {
    label: 'Setup code for another SuperAdmin',
    needs: 'users.change',
    onlyBy: 'SuperAdmin',
    page: '/view_system_user/:id',
  },
  'fees.waive': { label: 'Waiver', needs: 'payments.waive', page: '/view_driver/:id' },
  'debts.write_off': { label: 'Write-off', needs: 'payments.waive', page: '/view_driver/:id' },
  'drivers.merge': { label: 'Merge that loses debts', needs: 'drivers.merge', page: '/view_driver/:id' },
  'drivers.merge_paid': {
    label: 'Merge of two that paid the same fee',
    needs: 'payments.reverse',
    asks: 'drivers.merge',
    page: '/view_driver/:id',
  },
  'drivers.plan': {
    label: 'Plan of due months',
    needs: 'payments.waive',
    asks: 'drivers.change',
    page: '/view_driver/:id',
  },
  'drivers.import': {
    label: 'Import that leaves out debts',
    needs: 'payments.waive',
    asks: 'drivers.import',
    page: '/driver_import/:id',
  },
  'drivers.identity': {
    label: 'Identity of a driver who has paid',
    needs: 'drivers.merge',
    asks: 'drivers.change',
    isPersonal: true,
    page: '/view_driver/:id',
  },
  'debts.release': { label: 'Debts and credit of imported drivers', needs: 'payments.clear', page: '/arrears' },
  'refunds.write_off': { label: 'Write-off of a refund owed back', needs: 'payments.waive', page: '/refunds/:id' },
  'books.journal': { label: 'Journal', needs: 'books.approve', asks: 'books.write', page: '/journals/:id' },
  'books.expense': { label: 'Expense', needs: 'books.approve', asks: 'books.write', page: '/expenditure/:id' },
  'books.account': {
    label: 'Account of the books',
    needs: 'books.approve',
    asks: 'books.chart',
    page: '/ledger_accounts/:id',
  },
  'books.cash_up': {
    label: 'Difference of a cash-up',
    needs: 'books.approve',
    asks: 'payments.receive',
    page: '/cash_ups/:id',
  },
  'land.share_rule': { label: 'Shares of stool land', needs: 'land.setup', page: '/share_rules' },
  'land.share_payout': { label: 'Payout of a share', needs: 'land.receive', page: '/share_payouts/:id' },
  'land.rent_cancel': { label: 'Cancelled rent', needs: 'land.approve', page: '/rent_account/:id' },
  'land.rent_review': { label: 'Lower rent', needs: 'land.approve', page: '/rent_account/:id' },
  'land.identity': {
    label: 'Identity of a tenant who has paid',
    needs: 'land.approve',
    asks: 'land.write',
    isPersonal: true,
    page: '/tenants/:id',
  },
  'land.rent_rule': { label: 'Penalties on ground rent', needs: 'land.setup', page: '/ground_rent' },
  'land.kind': { label: 'Lower fee of an application', needs: 'land.setup', page: '/land_kinds' },
  'money.refund': { label: 'Refund', needs: 'payments.refund', page: '/refunds/:id' },
  'land.refund': { label: 'Refund of land', needs: 'land.refund', page: '/refund_payment/:id' },
  'land.refund_write_off': {
    label: 'Write-off of a land refund owed back',
    needs: 'land.refund',
    page: '/refund_payment/:id',
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type ApprovalKind = keyof typeof APPROVAL_KINDS;
export const APPROVAL_KIND_NAMES = Object.keys(APPROVAL_KINDS) as [ApprovalKind, ...ApprovalKind[]];

/** The definition of a kind, in one shape for all. */
export const approvalKind = (kind: ApprovalKind): Kind => APPROVAL_KINDS[kind];

/** The kinds that a person of the role may approve. */
export const approvableKinds = (role: Role, can: (permission: Permission) => boolean): ApprovalKind[] =>
  APPROVAL_KIND_NAMES.filter((kind) => {
    const { needs, onlyBy = role } = approvalKind(kind);
    return can(needs) && onlyBy === role;
  });

/** The path of a subject's page. */
export const approvalSubjectPath = (kind: ApprovalKind, id: string): string =>
  approvalKind(kind)
    .page.replace(':id', id)
    .replaceAll(':day', /\d{4}-\d\d-\d\d/.exec(id)?.[0] ?? '');
