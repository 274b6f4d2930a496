/**
 * Actions of the audit log, in the words that staff read. Their names stand in the log for good, so never change one.
 */
export const AUDIT_ACTIONS = {
  'drivers.register': 'Registered a driver',
  'drivers.remove': 'Removed a driver',
  'drivers.restore': 'Restored a driver',
  'drivers.change_plan': 'Changed a driver’s plan',
  'drivers.password_code': 'Made a driver a new password code',
  'payments.clear': 'Cleared a payment',
  'payments.credit': 'Cleared a payment as a driver’s credit',
  'payments.reject': 'Rejected a payment',
  'payments.undo': 'Undid the rejection of a payment',
  'payments.reverse': 'Reversed a payment',
  'prices.add': 'Set a yearly price',
  'prices.copy': 'Copied a yearly price from the year before',
  'prices.change': 'Changed a yearly price',
  'prices.delete': 'Deleted a yearly price',
  'payments.award': 'Gave a transaction ID to another claimant',
  'transfers.dismiss': 'Set received money aside',
  'transfers.undo': 'Took received money up again',
  'transfers.accept': 'Kept an amount against the statement',
  'transfers.correct': 'Corrected an amount by the statement',
  'transfers.assign': 'Paid a driver’s fee with money without a claim',
  'credit.use': 'Paid a fee from a driver’s credit',
  'credit.return': 'Gave a fee back to a driver’s credit',
  'reminders.send': 'Sent reminders of what is due',
  'books.check': 'Had the books looked through',
  'clearance.capture': 'Captured money received by MoMo',
  'clearance.capture_differs': 'Captured money again with other details, which was refused',
  'clearance.receive': 'Received a payment at the desk',
  'payments.correct': 'Corrected a payment that waits',
  'statements.upload': 'Sent a statement',
  'statements.import': 'Imported a statement',
  'statements.cancel': 'Stopped the import of a statement',
  'statements.discard': 'Discarded a statement',
  'lookups.add': 'Added an entry to a list',
  'lookups.change': 'Changed an entry of a list',
  'lookups.delete': 'Deleted an entry of a list',
  'site.change_network': 'Changed how a network writes its transaction IDs',
  'users.create': 'Added a user',
  'users.invite': 'Invited a user again',
  'users.change': 'Changed a user’s details',
  'users.change_role': 'Changed a user’s role',
  'users.block': 'Blocked a user',
  'users.unblock': 'Unblocked a user',
  'users.reset': 'Forgot a user’s wrong passwords',
  'users.reset_second_factor': 'Took a user’s second factor away',
  'users.set_up_second_factor': 'Set up their second factor',
  'users.remove_second_factor': 'Gave up their second factor',
  'users.renew_recovery_codes': 'Made themselves new recovery codes',
  'roles.second_factor': 'Changed whether a role needs a second factor',
  'users.delete': 'Deleted a user',
  'users.set_password': 'Set their own password',
  'lists.export': 'Saved a list to a file',
  'users.unlock': 'Unlocked a user on the server',
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

export const isAuditAction = (action: string): action is AuditAction => Object.hasOwn(AUDIT_ACTIONS, action);

/** The action in plain words; an action of another version shows as it was stored. */
export const auditActionLabel = (action: string): string => (isAuditAction(action) ? AUDIT_ACTIONS[action] : action);
