import type { Role, StaffRole } from '@banbo/contract';
import type { ColumnType, Generated } from 'kysely';

export type AccountKind = 'staff' | 'member' | 'tenant';
export type AccountStatus = 'active' | 'blocked' | 'deleted';

export type IdentityTables = {
  accounts: {
    id: Generated<string>;
    kind: AccountKind;
    login: string;
    role: Role;
    password_hash: string | null;
    status: Generated<AccountStatus>;
    failed_logins: Generated<number>;
    blocked_until: Date | null;
    counted_at: Date | null;
    token_epoch: Generated<number>;
    created_at: Date;
    last_login_at: Date | null;
  };
  staff_users: {
    account_id: string;
    first_name: string;
    middle_name: Generated<string>;
    last_name: string;
    email: Generated<string>;
    mobile_number: Generated<string>;
  };
  tenant_users: { account_id: string; tenant_code: string; fullname: string; email: Generated<string> };
  /** One code for an account and purpose, which sets that account's password. `code_hash` is SHA-256 in hex. */
  setup_codes: {
    account_id: string;
    purpose: Generated<'first' | 'forgotten'>;
    code_hash: string;
    created_at: Date;
    expires_at: Date;
  };
  sessions: {
    id: Generated<string>;
    account_id: string;
    family_hash: string;
    secret_hash: string;
    previous_hash: string | null;
    rotated_at: Date | null;
    persist: boolean;
    user_agent: string;
    address: string;
    created_at: Date;
    /** Later than `rotated_at` once the present secret has been used. */
    last_used_at: Date;
    expires_at: Date;
  };
  known_devices: {
    account_id: string;
    device_hash: string;
    failed_logins: Generated<number>;
    blocked_until: Date | null;
    counted_at: Date | null;
    last_login_at: Date;
  };
  /** The secrets are sealed; those of a confirmed app stand together, and so do those of one that waits for its first code. */
  second_factors: {
    account_id: string;
    sealed_secret: string | null;
    confirmed_at: Date | null;
    last_step: string | null;
    waiting_secret: string | null;
    waiting_until: Date | null;
  };
  /** `code_hash` is HMAC-SHA-256 by the server's key, in hex. */
  recovery_codes: { account_id: string; code_hash: string };
  /** `device_hash` is empty for all devices that the account does not know. */
  code_counts: {
    account_id: string;
    device_hash: string;
    failed_codes: number;
    counted_at: Date;
    blocked_until: Date | null;
  };
  second_factor_roles: { role: StaffRole };
  unknown_logins: { login_hash: string; failed_logins: number; blocked_until: Date | null; counted_at: Date };
  /** `address_hash` is HMAC-SHA-256 by the server's key, in hex; for an IPv6 address, of its network. */
  known_addresses: { account_id: string; address_hash: string; last_login_at: Date };
  saved_views: {
    id: Generated<string>;
    account_id: string;
    list: string;
    screen: string;
    name: string;
    filters: ColumnType<Record<string, string>, string, string>;
    sort: string;
    hidden_columns: ColumnType<string[], string, string>;
    created_at: Date;
  };
};
