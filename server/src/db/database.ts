import type { Kysely, Transaction } from 'kysely';
import type { AuditTables } from './tables/audit.ts';
import type { ClearanceTables } from './tables/clearance.ts';
import type { DatabaseTables } from './tables/database.ts';
import type { DriverTables } from './tables/drivers.ts';
import type { FileTables } from './tables/files.ts';
import type { IdempotencyTables } from './tables/idempotency.ts';
import type { IdentityTables } from './tables/identity.ts';
import type { JobTables } from './tables/jobs.ts';
import type { LedgerTables } from './tables/ledger.ts';
import type { LimitTables } from './tables/limits.ts';
import type { LiveTables } from './tables/live.ts';
import type { LookupTables } from './tables/lookups.ts';
import type { MessageTables } from './tables/messages.ts';
import type { PaymentTables } from './tables/payments.ts';
import type { PriceTables } from './tables/prices.ts';
import type { ReceiptTables } from './tables/receipts.ts';
import type { ReportTables } from './tables/reports.ts';
import type { SettingTables } from './tables/site.ts';
import type { TotalTables } from './tables/totals.ts';

/** Every table's row types. SQL in `migrations/` is the truth; these follow it. */
export type Tables = LookupTables &
  AuditTables &
  ClearanceTables &
  DatabaseTables &
  FileTables &
  IdempotencyTables &
  IdentityTables &
  JobTables &
  LedgerTables &
  LimitTables &
  LiveTables &
  MessageTables &
  DriverTables &
  PaymentTables &
  PriceTables &
  ReceiptTables &
  ReportTables &
  SettingTables &
  TotalTables;

/** The database, or a transaction on it: what use cases and repositories take first. */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
