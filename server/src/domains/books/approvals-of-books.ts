const ENDS = { refuse: 'Not approved', withdraw: 'Withdrawn', expire: 'Out of date' } as const;

/** The reason of a record whose approval ended without its change: `Not approved: No bill.` */
export const unapprovedReason = ({ how, reason }: { how: keyof typeof ENDS; reason: string | undefined }): string =>
  reason === undefined ? ENDS[how] : `${ENDS[how]}: ${reason}`;
