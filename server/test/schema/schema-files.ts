import { join } from 'node:path';
import type { Db } from '../../src/db/database.ts';
import { readSchema } from './read-schema.ts';
import { rowTypes } from './row-types.ts';
import { schemaSql } from './schema-sql.ts';

/** The tables of each owner: a domain, or a file or folder below `server/src/db` or `http`. */
const OWNERS: Readonly<Record<string, string>> = {
  identity:
    'accounts staff_users tenant_users setup_codes sessions known_devices known_addresses unknown_logins ' +
    'second_factors second_factor_roles role_permissions recovery_codes code_counts saved_views auditors',
  drivers:
    'persons drivers driver_plans car_requests driver_looks driver_changes driver_merges ' +
    'driver_imports driver_import_lines driver_import_mappings driver_openings',
  prices: 'payment_types payment_list',
  payments: 'payments payment_attempts credit_uses forgiven freed_payments reminder_batches reminders',
  clearance: 'transfers transfer_changes prompts statement_imports statement_lines statement_mappings',
  refunds: 'refunds',
  devices: 'devices device_fittings device_imports device_import_lines device_import_mappings',
  tracking:
    'positions device_places tracker_alarms unknown_trackers feed_secret thinned_days ' +
    'stolen_cars stolen_links stolen_openings watch_states watch_entries ' +
    'fence_shapes fence_rules fence_states fence_revision feed_refusals feed_gaps feed_outages ' +
    'feed_rejections',
  incidents:
    'incident_numbers incidents incident_signals incident_places incident_steps ' +
    'response_shifts incident_rings response_teams response_duties dispatches incident_packs incident_photos ' +
    'crash_cards crash_card_scans',
  land:
    'zones plots land_serials tenants tenant_changes tenant_requests activation_requests lease_rules tenancies plot_caveats ' +
    'land_kinds land_kind_papers land_applications land_papers ' +
    'land_imports land_import_lines land_import_mappings land_documents slip_codes slip_receipts ' +
    'court_cases court_parties court_case_plots court_hearings hearing_reminders court_orders court_order_plots ' +
    'rent_reviews rent_rules rent_runs rent_run_sums rent_run_lines rent_batches rent_charges rent_accounts ' +
    'rent_reminder_batches rent_reminders' +
    ' share_rules share_payouts',
  receipts: 'receipts receipt_head receipt_notes receipts_to_text texted_receipts skipped_numbers',
  ledger: 'ledger_accounts ledger_entries ledger_postings ledger_merged_drivers ledger_head ledger_closings',
  books:
    'book_numbers journals journal_lines repeated_journals balance_imports balance_import_lines balance_import_mappings expense_tax_rates expenses expense_taxes book_attachments book_archives book_archive_pieces ' +
    'denominations cash_ups cash_up_counts cash_up_pieces ' +
    'reconciliations book_line_matches',
  reports: 'book_checks owner_messages owner_message_copies backups',
  messages: 'contact_messages contact_entries outbox_messages message_templates message_sending',
  lookups: 'nationalities identifications relationships banks titles paths stops reference_seeds',
  site: 'settings',
  audit: 'audit_log',
  approvals: 'approvals hands alone_decisions',
  files: 'unowned_files',
  jobs: 'jobs server_clock',
  live: 'live_events',
  totals: 'totals total_deltas total_definitions',
  idempotency: 'idempotency_keys',
  limits: 'limit_counts',
  database: 'database_identity',
};

const SERVER = join(import.meta.dirname, '../..');

/** The files generated from a migrated database, by path. Throws for a table without an owner. */
export const schemaFiles = async (db: Db): Promise<ReadonlyMap<string, string>> => {
  const schema = await readSchema(db);
  const owned = new Set(Object.values(OWNERS).join(' ').split(' '));
  for (const { name } of schema.tables) {
    if (!owned.delete(name)) throw new Error(`Name the owner of ${name} in server/test/schema/schema-files.ts`);
  }
  if (owned.size > 0) throw new Error(`Take ${[...owned]} out of server/test/schema/schema-files.ts`);
  return new Map([
    [join(SERVER, 'schema.sql'), schemaSql(schema, OWNERS)],
    [join(SERVER, 'src/db/tables.ts'), rowTypes(schema, OWNERS)],
  ]);
};
