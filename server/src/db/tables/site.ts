import type { ColumnType, Generated } from 'kysely';

export type SettingTables = {
  settings: {
    name: string;
    value: ColumnType<unknown, string, string>;
    updated_at: Generated<Date>;
  };
};
