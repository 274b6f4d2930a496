/** The states of a contact message, in the order in which staff look after them. */
export const CONTACT_STATUSES = ['new', 'assigned', 'replied', 'closed', 'spam'] as const;
export type ContactStatus = (typeof CONTACT_STATUSES)[number];

export const CONTACT_STATUS_LABELS = {
  new: 'New',
  assigned: 'Assigned',
  replied: 'Replied',
  closed: 'Closed',
  spam: 'Spam',
} as const satisfies Record<ContactStatus, string>;

const OPEN = ['new', 'assigned', 'replied'] as const;

/** The changes that staff make of a message's state, with the states that allow each. */
export const CONTACT_MOVES = {
  take: { from: ['new'] },
  assign: { from: ['new', 'assigned'] },
  give_back: { from: ['assigned'] },
  close: { from: OPEN },
  spam: { from: OPEN },
  undo: { from: ['spam'] },
  reopen: { from: ['closed'] },
} as const satisfies Record<string, { from: readonly ContactStatus[] }>;

/** True while somebody waits for an answer. */
export const isOpenContact = (status: ContactStatus): boolean => status === 'new' || status === 'assigned';

/** The subject of a reply: one line, whatever the visitor wrote. */
export const replySubject = ({ subject, reference }: { subject: string; reference: string }): string =>
  `Re: ${subject.replace(/\s+/g, ' ').trim()} (${reference})`;
