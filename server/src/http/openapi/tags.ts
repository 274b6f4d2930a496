/** The parts of the API, in the order in which its page shows them. Every tag of an endpoint is here. */
export const TAGS: Readonly<Record<string, string>> = {
  identity: 'Signing in and out as staff, renewing a session, and one’s own account.',
  members: 'Signing in as a member, and what members see of themselves.',
  tenants: 'Signing in as a tenant, and what tenants see of themselves.',
  users: 'Staff users, their roles and invitations.',
  drivers: 'Registering, finding, removing and restoring drivers.',
  payments: 'Claims of payments made by mobile money, and the lists of staff.',
  receipts: 'Receipts of cleared money, and whether a receipt is one of ours.',
  ledger: 'The books: entries of cleared money, and looks through them.',
  clearance: 'Money that the company received, the claims that it is matched to, and what waits for staff to decide.',
  lookups: 'Lists of choices, which forms show and staff keep.',
  prices: 'Payment types with their rules, and the yearly prices.',
  messages: 'Text messages and mail on their way to people.',
  site: 'The company’s public details, its contact form and addresses of points.',
  live: 'What changes, told as it changes.',
  audit: 'What staff changed, and when.',
  system: 'Health checks.',
};
