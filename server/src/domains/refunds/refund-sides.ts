import type { ApprovalKind, PayerSide, Permission } from '@banbo/contract';

type Side = {
  /** The permission of those who ask for its refunds, approve and pay them. */
  refund: Permission;
  /** The permission of those who write off what is owed of them. */
  writeOff: Permission;
  approval: ApprovalKind;
  writeOffApproval: ApprovalKind;
  /** The path of a refund's page, before its number. */
  page: string;
};

/** Whose people act on the refunds of each side. Nobody acts on one of the other side. */
export const REFUND_SIDES = {
  drivers: {
    refund: 'payments.refund',
    writeOff: 'payments.waive',
    approval: 'money.refund',
    writeOffApproval: 'refunds.write_off',
    page: '/refunds',
  },
  land: {
    refund: 'land.refund',
    writeOff: 'land.refund',
    approval: 'land.refund',
    writeOffApproval: 'land.refund_write_off',
    page: '/refund_payment',
  },
} as const satisfies Record<PayerSide, Side>;
