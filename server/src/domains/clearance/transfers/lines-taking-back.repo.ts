import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/**
 * Lines of imported statements that show money going out again under its own ID and amount, which a
 * network does when it takes money back. One index look-up for each piece of money.
 */
export const linesTakingBack = (money: Sql): Sql => sql`
  SELECT line.import_id, line.received_on FROM statement_lines AS line
  JOIN statement_imports AS shown ON shown.id = line.import_id
  WHERE line.transaction_id <> ''
    AND transaction_key(line.transaction_id) = split_part(transaction_key(${money}.transaction_id), '-', 1)
    AND line.outcome = 'outgoing' AND line.amount = ${money}.amount AND line.received_on IS NOT NULL
    AND shown.status IN ('importing', 'imported') AND shown.mapping ->> 'mode' = ${money}.mode
    AND coalesce(shown.mapping ->> 'network', ${money}.network, '')
      = coalesce(${money}.network, shown.mapping ->> 'network', '')`;
