import { type ListQuery, normalizePhone, type promptList } from '@banbo/contract';
import { type NotNull, type RawBuilder, sql } from 'kysely';
import { equals } from '#db/list/conditions.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import type { Prompt } from './prompts.repo.ts';

type Owner = { driver_code: string; first_name: string; last_name: string; car_number: string };

/** A prompt of the list with its driver. */
export type ListedPrompt = Owner &
  Omit<Prompt, 'reference' | 'period' | 'amount_due' | 'attempts' | 'next_look_at' | 'server'>;

const COLUMNS = [
  'prompts.id',
  'payer_number',
  'amount',
  'type_code',
  'payment_year',
  'payment_month',
  'driver_id',
  'state',
  'reason',
  'transaction_id',
  'payment_id',
  'transfer_id',
  'created_at',
  'ended_at',
  'driver_code',
  'first_name',
  'last_name',
  'car_number',
] as const;

/** `owners` is the relation of the drivers that prompts are for. Prompts come in the order of their ids. */
export const promptsSql = (
  owners: RawBuilder<Owner & { id: string }>,
): ListSql<ListQuery<typeof promptList>, ListedPrompt> => ({
  rows: (db) =>
    db
      .selectFrom('prompts')
      // Each has its driver, but only a left join is dropped where rows are counted.
      .leftJoin(sql<Owner & { id: string }>`(${owners})`.as('owner'), 'owner.id', 'prompts.driver_id')
      .select(COLUMNS)
      .$narrowType<{ [Name in keyof Owner]: NotNull }>(),
  filters: {
    state: equals('state'),
    payer_number: (number) => sql`payer_number = ${normalizePhone(number) ?? number}`,
  },
  sorts: { created_at: ['prompts.id'] },
});
