/** A backup or a restored folder: rows by table, and the number of photos. */
export type BackupSummary = { folder: string; rows: Map<string, number>; photos: number };

/** Describes a backup in one line. */
export const describeBackup = ({ folder, rows, photos }: BackupSummary): string =>
  `${folder}: ${rows.get('drivers') ?? 0} drivers, ${rows.get('payments') ?? 0} payments, ${photos} photos. It was opened, and every row was read.`;
