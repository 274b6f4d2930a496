import type {
  ImportStatus,
  LineOutcome,
  PaymentMode,
  Period,
  StatementMapping,
  SuggestedMapping,
  TransferSource,
  TransferStatus,
} from '@banbo/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type ClearanceTables = {
  transfers: {
    id: GeneratedAlways<string>;
    mode: PaymentMode;
    transaction_id: string;
    amount: string;
    /** The day on which the company's account received it. */
    received_on: string;
    payer_name: Generated<string>;
    payer_number: Generated<string>;
    reference: Generated<string>;
    source: TransferSource;
    /** The account of the person who captured it; null for the server's own jobs. */
    captured_by: string | null;
    captured_at: ColumnType<Date, Date, never>;
    /** The amount on the account's statement; null until a statement shows it. */
    statement_amount: Generated<string | null>;
    /** The account of the person behind that statement; null where nobody knows it. */
    statement_by: Generated<string | null>;
    /** Somebody kept the amount against that of the statement. */
    difference_accepted: Generated<boolean>;
    status: Generated<TransferStatus>;
    /** Why it was dismissed. */
    status_reason: Generated<string | null>;
  };
  statement_mappings: {
    fingerprint: string;
    /** Given as JSON text. */
    mapping: ColumnType<StatementMapping, string, string>;
    changed_by: string | null;
    changed_at: Date;
  };
  statement_imports: {
    id: GeneratedAlways<string>;
    file_name: string;
    line_count: number;
    status: Generated<Exclude<ImportStatus, 'failed'>>;
    status_reason: Generated<string | null>;
    /** Given as JSON text, as the other JSON here. */
    suggestion: ColumnType<SuggestedMapping, string, never>;
    is_remembered: boolean;
    mapping: ColumnType<StatementMapping | null, string | undefined, string>;
    counts: ColumnType<{ outcome: LineOutcome; lines: number; amount: string }[], string | undefined, string>;
    problem: Generated<string>;
    unknown_directions: ColumnType<string[], string | undefined, string>;
    job_id: Generated<string | null>;
    uploaded_by: string;
    uploader: string;
    uploaded_at: ColumnType<Date, Date, never>;
    imported_at: Generated<Date | null>;
  };
  statement_lines: {
    import_id: string;
    line: number;
    cells: ColumnType<string[], string, never>;
    outcome: LineOutcome | null;
    reason: Generated<string>;
    received_on: string | null;
    transaction_id: Generated<string>;
    amount: string | null;
    payer_name: Generated<string>;
    payer_number: Generated<string>;
    reference: Generated<string>;
    is_imported: Generated<boolean>;
  };
  prompts: {
    id: GeneratedAlways<string>;
    /** A UUID, under which it is sent and asked for. */
    reference: string;
    /** E.164. */
    payer_number: string;
    amount: string;
    /** The list price when the prompt was asked for. */
    amount_due: string | null;
    type_code: string;
    /** Its type's; the database keeps them alike. */
    period: Period;
    driver_id: string;
    payment_year: number | null;
    /** 1…12. */
    payment_month: number | null;
    state: Generated<'waiting' | 'asked' | 'paid' | 'failed' | 'unknown'>;
    /** The network's word for a failure, or ours; empty otherwise. */
    reason: Generated<string>;
    transaction_id: string | null;
    /** The claim that its money pays; null where somebody else's was cleared with it before. */
    payment_id: string | null;
    transfer_id: string | null;
    attempts: Generated<number>;
    next_look_at: Date;
    /** The number of the server that looks after it at this moment. */
    server: number | null;
    created_at: ColumnType<Date, Date, never>;
    ended_at: Date | null;
  };
};
