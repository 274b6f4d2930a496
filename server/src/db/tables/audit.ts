import type { ColumnType, Generated } from 'kysely';

export type AuditTables = {
  audit_log: {
    id: Generated<string>;
    at: Date;
    actor_id: string | null;
    actor: string;
    action: string;
    subject_kind: string;
    subject_id: string;
    subject: string;
    before: ColumnType<unknown, string | null, never>;
    after: ColumnType<unknown, string | null, never>;
    request_id: string;
  };
};
