// Written by npm run schema from the migrated database; to change it, add a migration.
import type { ApplicantDraft, ApplicationKind, ApplicationTerms, ApprovalKind, AskedChange, AuditAction, BalanceLineOutcome, BalanceMapping, Consent, DeviceLineOutcome, DeviceMapping, DriverLineOutcome, DriverMapping, Inspection, LandCounts, LandLineOutcome, LandMapping, LandPaperFacts, LandUse, LineOutcome, Period, Permission, PlanClosure, RentOutcome, Role, SharePercents, StatementMapping, SuggestedBalanceMapping, SuggestedDeviceMapping, SuggestedDriverMapping, SuggestedLandMapping, SuggestedMapping, TenantFields } from '@banbo/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ChangedValues, MergedBefore, StoredSurvey } from './json-shapes.ts';

/** Written as JSON text. */
type Json<Shape> = ColumnType<Shape, string, string>;
type OptionalJson<Shape> = ColumnType<Shape, string | undefined, string>;

type IdentityTables = {
  accounts: {
    id: GeneratedAlways<string>;
    kind: 'staff' | 'member' | 'tenant';
    login: string;
    role: Role;
    password_hash: string | null;
    status: Generated<'active' | 'blocked' | 'deleted'>;
    failed_logins: Generated<number>;
    blocked_until: Date | null;
    token_epoch: Generated<number>;
    created_at: Date;
    last_login_at: Date | null;
    counted_at: Date | null;
    status_reason: string | null;
    /** From then on an auditor's sign-in is good for nothing. */
    ends_at: Date | null;
  };
  staff_users: {
    account_id: string;
    first_name: string;
    middle_name: Generated<string>;
    last_name: string;
    email: Generated<string>;
    mobile_number: Generated<string>;
  };
  tenant_users: {
    account_id: string;
    tenant_code: string;
    fullname: string;
    email: Generated<string>;
  };
  /**
   * One code for an account and purpose, which sets that account's password. `code_hash` is SHA-256
   * in hex.
   */
  setup_codes: {
    account_id: string;
    code_hash: string;
    created_at: Date;
    expires_at: Date;
    purpose: Generated<'first' | 'forgotten'>;
  };
  sessions: {
    id: GeneratedAlways<string>;
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
    last_login_at: Date;
    counted_at: Date | null;
  };
  /**
   * `address_hash` is HMAC-SHA-256 by the server's key, in hex; for an IPv6 address, of its
   * network.
   */
  known_addresses: {
    account_id: string;
    address_hash: string;
    last_login_at: Date;
  };
  unknown_logins: {
    login_hash: string;
    failed_logins: number;
    blocked_until: Date | null;
    counted_at: Date;
  };
  /**
   * The secrets are sealed. The columns of a confirmed app are set together, and so are those of
   * one that waits for its first code.
   */
  second_factors: {
    account_id: string;
    sealed_secret: string | null;
    confirmed_at: Date | null;
    last_step: string | null;
    waiting_secret: string | null;
    waiting_until: Date | null;
  };
  second_factor_roles: {
    role: 'SuperAdmin' | 'SystemAdmin' | 'SuperUser' | 'Operations' | 'Accounts' | 'Legal' | 'SystemUser';
  };
  role_permissions: {
    role: 'SystemAdmin' | 'SuperUser' | 'Operations' | 'Accounts' | 'Legal' | 'SystemUser';
    permission: Permission;
    is_granted: boolean;
  };
  /** `code_hash` is HMAC-SHA-256 by the server's key, in hex. */
  recovery_codes: {
    account_id: string;
    code_hash: string;
  };
  /** `device_hash` is empty for all devices that the account does not know. */
  code_counts: {
    account_id: string;
    device_hash: string;
    failed_codes: number;
    counted_at: Date;
    blocked_until: Date | null;
  };
  saved_views: {
    id: GeneratedAlways<string>;
    account_id: string;
    list: string;
    screen: string;
    name: string;
    filters: Json<Record<string, string>>;
    sort: string;
    hidden_columns: Json<string[]>;
    created_at: Date;
  };
  auditors: {
    account_id: string;
    serial: GeneratedAlways<string>;
    fullname: string;
    email: Generated<string>;
    mobile_number: Generated<string>;
    days: number;
    opened_by: string;
    opened_at: Date;
    ended_by: string | null;
    ended_at: Date | null;
    end_reason: string | null;
  };
};

type DriversTables = {
  persons: {
    id: GeneratedAlways<string>;
    former_of: string | null;
    root_id: GeneratedAlways<string>;
    is_current: Generated<boolean>;
    is_imported: Generated<boolean>;
    erased_at: Date | null;
    first_name: string;
    middle_name: Generated<string>;
    /** Empty of a person with one name, which is `first_name`. */
    last_name: string;
    gender: 'Male' | 'Female' | null;
    date_of_birth: string | null;
    nationality: string | null;
    identification_type: string | null;
    id_number: string | null;
    id_key: GeneratedAlways<string | null>;
    date_issued: string | null;
    expiry_date: string | null;
    document_until: GeneratedAlways<string>;
    marital_status: 'Single' | 'Married' | 'Divorced' | 'Separated' | 'Widowed' | 'Prefer Not to Say' | null;
    mobile_number: string;
    email: string | null;
    spouse_mobile_number: string | null;
    next_of_kin: string | null;
    kin_mobile_number: string | null;
    kin_relationship: string | null;
    reference_person: Generated<string>;
    reference_mobile_number: string | null;
    photo: string | null;
    has_photo: GeneratedAlways<boolean>;
  };
  /**
   * Texts are in uppercase, except choices (`gender`, `marital_status`) and the e-mail, which is in
   * lower case. Columns that may be null are known of every current driver who registered; an
   * imported record may lack them. Once a driver's data were erased, the person's columns are null,
   * empty or `ERASED`.
   */
  drivers: {
    id: GeneratedAlways<string>;
    account_id: string;
    driver_code: string;
    first_name: string;
    middle_name: Generated<string>;
    last_name: string;
    car_number: string;
    car_key: GeneratedAlways<string>;
    mobile_number: string;
    gps_address: Generated<string>;
    registered_at: Date;
    registered_on: GeneratedAlways<string>;
    removed_at: Date | null;
    /**
     * The moment from which days without the first fee count until the record is archived; null
     * where none count.
     */
    unpaid_since: Generated<Date | null>;
    /** The reason of the removal, once `removed_at` is set. */
    removal_reason: Generated<string>;
    /** Grows with every change by staff. */
    version: Generated<number>;
    /** The record that this removed one repeats. */
    merged_into: string | null;
    person_id: string;
    /** The import that the record came from; null for a registration. */
    import_id: string | null;
    /** True until the first fee is paid for, also of imported drivers. */
    is_fee_due: Generated<boolean>;
    document_until: string;
    has_photo: boolean;
    /** The names as they sound, by which misheard ones are found. */
    sound: GeneratedAlways<string>;
  };
  /** A driver's plans, each from the first day of a month on. */
  driver_plans: {
    driver_id: string;
    from_month: string;
    plan: 'monthly' | 'standard' | 'platinum';
  };
  /** Members' requests for another car. */
  car_requests: {
    id: GeneratedAlways<string>;
    /** The record of the car that the member asked with. */
    driver_id: string;
    car_number: string;
    car_key: GeneratedAlways<string>;
    note: Generated<string>;
    status: Generated<'asked' | 'granted' | 'refused' | 'withdrawn'>;
    /** Why it was refused. */
    status_reason: string | null;
    asked_at: Date;
    decided_at: Date | null;
    decided_by: string | null;
    /** The record of the car that was registered. */
    granted_driver_id: string | null;
  };
  /** Staff who opened a driver's page or looked at the car's place, once an hour each. */
  driver_looks: {
    id: GeneratedAlways<string>;
    driver_id: string;
    actor: string;
    looked_at: Date;
    what: Generated<'record' | 'place'>;
  };
  /** Changes of a driver by staff, with only the values that differ. */
  driver_changes: {
    id: GeneratedAlways<string>;
    driver_id: string;
    /** Null for a new photo. */
    version: number | null;
    changed_at: Date;
    changed_by: string;
    reason: string;
    before: Json<ChangedValues>;
    after: Json<ChangedValues>;
  };
  driver_merges: {
    id: GeneratedAlways<string>;
    duplicate_id: string;
    kept_id: string;
    merged_at: Date;
    merged_by: string;
    same_person: Generated<string>;
    /** Everything that the merge changed, as it was before; null once it was taken back. */
    before: Json<MergedBefore> | null;
    taken_back_at: Date | null;
    taken_back_by: string | null;
  };
  driver_imports: {
    id: GeneratedAlways<string>;
    file_name: string;
    line_count: number;
    status: Generated<'uploaded' | 'checked' | 'importing' | 'imported' | 'cancelled'>;
    suggestion: Json<SuggestedDriverMapping>;
    is_remembered: boolean;
    mapping: Json<DriverMapping> | null;
    counts: OptionalJson<{ outcome: DriverLineOutcome; lines: number }[]>;
    drivers: Generated<number>;
    problem: Generated<string>;
    job_id: string | null;
    uploaded_by: string;
    uploader: string;
    uploaded_at: Date;
    imported_at: Date | null;
    take_back_job_id: string | null;
    taken_back: Generated<number>;
    taken_back_at: Date | null;
    status_reason: string | null;
    /** The lines of the last check whose drivers would owe something; `debts` is their sum. */
    debtors: Generated<number>;
    debts: Generated<string>;
    /** From then on its drivers are reminded as others are. */
    debts_released_at: Date | null;
    debts_released_by: string | null;
    /** The lines of the last check whose drivers bring credit along; `credits` is their sum. */
    credited: Generated<number>;
    credits: Generated<string>;
    /** Years of which `debts` has no months, since they have no price. */
    unpriced_years: Generated<string>;
    /**
     * Debts of today that the lines of the last check leave out as paid elsewhere; null where an
     * older server checked.
     */
    forgives: string | null;
    /** Says which sheet of several was read; empty of other files. */
    read_from: Generated<string>;
  };
  driver_import_lines: {
    import_id: string;
    line: number;
    cells: Json<string[]>;
    outcome: 'new' | 'remark' | 'known' | 'another_car' | 'repeated' | 'refused' | null;
    reason: Generated<string>;
    known_id: string | null;
    driver_id: string | null;
    is_imported: Generated<boolean>;
    /** Owed by its driver on the day of the check; null of a line that is left out. */
    owes: string | null;
  };
  driver_import_mappings: {
    fingerprint: string;
    mapping: Json<DriverMapping>;
    changed_by: string | null;
    changed_at: Date;
  };
  driver_openings: {
    driver_id: string;
    /** Nothing that was due before this day is owed, but for the amount. */
    billed_from: string;
    /** Owed at the take-over; below zero it is the driver's credit, which is posted. */
    amount: string;
    /** The payment type of an amount that is owed. */
    type_code: string | null;
    /** The day that the books count credit on; null until its list is released. */
    posted_on: string | null;
    opened_at: Date;
    opened_by: string | null;
    /** The moment when credit went with the import that had brought it. */
    taken_back_at: Date | null;
  };
};

type PricesTables = {
  payment_types: {
    id: GeneratedAlways<string>;
    type_code: string;
    description: string;
    side: 'drivers' | 'land' | 'both';
    period: 'once' | 'monthly' | 'any';
    /** The code of the type that must be paid before. */
    required_type: string | null;
    /**
     * The day from which on drivers owe it, a monthly one for that month too; never for the time
     * before.
     */
    due_from: Generated<string>;
    /** Each plan has its own price of it. */
    by_plan: Generated<boolean>;
    /** It pays for the tracker. */
    for_device: Generated<boolean>;
  };
  payment_list: {
    id: GeneratedAlways<string>;
    year: number;
    type_code: string;
    amount: string;
    /** Set for a type that is priced by plan, and for no other. */
    plan: 'monthly' | 'standard' | 'platinum' | null;
    by_plan: GeneratedAlways<boolean>;
    /** The zone that a price of land is for; null for every zone. */
    zone_id: string | null;
    /** The use that a price of land is for; null for every use. */
    land_use: LandUse | null;
    /** The side of its type, which a trigger fills in. */
    side: Generated<'drivers' | 'land' | 'both'>;
  };
};

type PaymentsTables = {
  payments: {
    id: GeneratedAlways<string>;
    driver_id: string | null;
    type_code: string;
    payment_year: number | null;
    /** 1 to 12. */
    payment_month: number | null;
    /** The list price when it was submitted. */
    amount_due: string | null;
    /** The amount claimed, and from clearing on that of the money it was cleared with. */
    amount: string;
    transaction_id: string;
    /**
     * The day of the transfer where it is known, else that of the claim in Accra, as `date_of`
     * says.
     */
    transaction_date: string;
    status: Generated<'submitted' | 'cleared' | 'rejected' | 'reversed'>;
    created_at: Date;
    /** The reason of a rejection or reversal. */
    status_reason: string | null;
    /** The day of the claim: days without a receipt count from it. */
    waiting_since: Generated<string>;
    /** The period of its type; the database keeps them alike. */
    period: Period;
    mode: Generated<'momo' | 'cash' | 'bank' | 'cheque'>;
    /** Payments of one transfer have one transaction ID and different parts, from 1 on. */
    part: Generated<number>;
    date_of: Generated<'claim' | 'transfer'>;
    /** Its money became the driver's credit; it covers no fee. */
    is_credit: Generated<boolean>;
    /**
     * Money with its transaction ID was received, so that it does not end for want of a receipt.
     */
    has_transfer: Generated<boolean>;
    /** The money that it was cleared with. */
    transfer_id: string | null;
    /** The amount claimed, where the payment was cleared with money of another one. */
    claimed_amount: string | null;
    /** It was posted out of 2010, where its money stood; else from the account of its mode. */
    from_unallocated: Generated<boolean>;
    /** Null of those that were reversed before causes were asked. */
    reversal_cause: 'wrong_car' | 'given_back' | 'never_came' | null;
    /** The network that the payer chose: a hint, by which nothing is decided. */
    claimed_network: string | null;
    tenant_id: string | null;
    application_id: string | null;
    plot_id: string | null;
    /** That of the plot when it was received, for sums by zone. */
    zone_id: string | null;
    /** Of ground rent, the tenancy whose rent it pays. */
    tenancy_id: string | null;
    /** As receipts have it; of drivers, the name is that of the driver. */
    payer_name: string | null;
    payer_details: string | null;
    /** In E.164 form, where it is known. */
    payer_number: string | null;
    /** The first payment of its receipt, where one receipt has several. */
    received_with: string | null;
    side: GeneratedAlways<string>;
    /** The rule by which it is shared, of stool and skin land alone. */
    share_rule_id: string | null;
    /** The percents of that rule; the database fills them in. */
    shares: Json<SharePercents> | null;
    /**
     * The rest of money received at the desk, which was paid towards no fee; its fee is that of the
     * last row.
     */
    is_rest: Generated<boolean>;
  };
  payment_attempts: {
    id: GeneratedAlways<string>;
    transaction_id: string;
    driver_id: string | null;
    type_code: string;
    payment_year: number | null;
    payment_month: number | null;
    amount: string;
    address: string;
    attempted_on: string;
    times: Generated<number>;
    first_at: Date;
    last_at: Date;
    /**
     * The moment of a decision between its driver and the one whose payment has the ID; null until
     * then.
     */
    settled_at: Date | null;
    /** The network that the payer chose. */
    claimed_network: string | null;
    tenant_id: string | null;
    application_id: string | null;
    plot_id: string | null;
    zone_id: string | null;
    tenancy_id: string | null;
    payer_name: string | null;
    payer_details: string | null;
    payer_number: string | null;
  };
  /** Fees that staff paid from a driver's credit, each for its whole price. */
  credit_uses: {
    id: GeneratedAlways<string>;
    driver_id: string;
    type_code: string;
    period: Period;
    payment_year: number | null;
    payment_month: number | null;
    /** The credit that was used; with `waived` it is the price of the fee. */
    amount: string;
    used_on: string;
    /** Null where the credit paid by itself. */
    used_by: string | null;
    used_at: Date;
    status: Generated<'used' | 'returned'>;
    /** Why it was returned. */
    status_reason: string | null;
    /** A person returned it: the driver's credit pays nothing by itself until other money comes. */
    holds_credit: Generated<boolean>;
    waived: Generated<string>;
    waived_as: 'waiver' | 'write_off' | null;
    waiver_reason: string | null;
    /**
     * The account that asked for the waiver, which `used_by` approved. Both are null for the
     * server's own.
     */
    asked_by: string | null;
  };
  /** Changes, other than waivers, that lowered what is owed without money. */
  forgiven: {
    id: Generated<string>;
    /** Of the kinds that the contract names; a newer server may store others. */
    kind: string;
    driver_id: string | null;
    tenancy_id: string | null;
    /** The change in a few words: `Plan from November 2026`. */
    subject: string;
    /**
     * The sum by which what was owed that day fell; null for one over too many people to add up.
     */
    amount: string | null;
    reason: string | null;
    asked_by: string;
    /** Null below the limit; `asked_by` where one person decided alone. */
    approved_by: string | null;
    forgiven_on: string;
    /** Why it was taken back; null while it holds. */
    taken_back: string | null;
    forgiven_at: Generated<Date>;
  };
  freed_payments: {
    id: GeneratedAlways<string>;
    payment_id: string;
    /** The part that had paid the fee; all that was over its price was credit before. */
    amount: string;
    freed_on: string;
    /** Taken back with the merge, or as the payment was reversed. */
    status: Generated<'freed' | 'taken_back'>;
  };
  reminder_batches: {
    id: GeneratedAlways<string>;
    age: 'current' | 'one' | 'two' | 'three';
    recipients: number;
    parts: number;
    /** In GHS; null where the price of a text was not known. */
    cost: string | null;
    job_id: string;
    created_by: string;
    created_at: Date;
  };
  reminders: {
    id: GeneratedAlways<string>;
    batch_id: string;
    driver_id: string;
    /** The day on which staff confirmed it. */
    day: string;
    parts: number;
    status: Generated<'waiting' | 'queued' | 'skipped'>;
    /** The text as staff read it; empty once it is queued or skipped. */
    body: string;
    /** Why it was skipped. */
    status_reason: string | null;
  };
};

type ClearanceTables = {
  transfers: {
    id: GeneratedAlways<string>;
    mode: 'momo' | 'cash' | 'bank' | 'cheque';
    transaction_id: string;
    amount: string;
    /** The day on which the company's account received it. */
    received_on: string;
    payer_name: Generated<string>;
    payer_number: Generated<string>;
    reference: Generated<string>;
    source: 'capture' | 'desk' | 'statement' | 'prompt';
    /** The account of the person who captured it; null for the server's own jobs. */
    captured_by: string | null;
    captured_at: Date;
    /** The amount on the account's statement; null until a statement shows it. */
    statement_amount: string | null;
    status: Generated<'open' | 'matched' | 'dismissed' | 'pending' | 'ended'>;
    /** Why it was dismissed. */
    status_reason: string | null;
    /** Staff kept the amount against that of the statement. */
    difference_accepted: Generated<boolean>;
    /** The account of the person behind that statement; null where it is not known. */
    statement_by: string | null;
    /**
     * The part that the company has by its books: all of it, less what was given back or is to be;
     * nothing of a cheque that its bank has not paid, and of money that never came.
     */
    posted_amount: string;
    /** The statement that showed it, and the line in it. */
    statement_import: string | null;
    statement_line: number | null;
    /** A statement that covers its day does not have it; null where none lacks it. */
    missing_since: Date | null;
    /** The statement that lacks it. */
    missing_in: string | null;
    /** The day on the statement; null of what statements showed before this was kept. */
    statement_day: string | null;
    /** The MoMo network whose account received it, by a sure source; null where it is not known. */
    network: string | null;
    /** The first money of this transaction ID, which is of another network. */
    twin_of: string | null;
    waits_since: GeneratedAlways<Date>;
    /**
     * The day on which a statement shows it going out again; missing_in is that statement until a
     * person has decided.
     */
    taken_back_on: string | null;
    /** When a person kept it nevertheless; null while it waits for that. */
    kept_at: Date | null;
  };
  /** Changes of the part of received money that the books have; each is posted by its number. */
  transfer_changes: {
    id: GeneratedAlways<string>;
    transfer_id: string;
    /**
     * Given back: before refunds were asked for. Returned: a payment of before money was posted at
     * once gave it back. Refunded: this much went to the refunds to pay, 2020, and not out of the
     * account of its mode. Refund owed: a refund that was paid is owed by the driver or the payer,
     * and its part leaves the account of its mode with the rest of the money. Recovered: this much
     * settled a refund to recover, 1100, and stays on the account of its mode.
     */
    what: 'corrected' | 'given_back' | 'never_came' | 'came_after_all' | 'returned' | 'bank_paid' | 'bounced' | 'refunded' | 'refund_withdrawn' | 'refund_owed' | 'recovered' | 'recovery_undone';
    amount_before: string;
    amount_after: string;
    reason: string | null;
    changed_by: string | null;
    changed_at: Date;
  };
  prompts: {
    id: GeneratedAlways<string>;
    /** The name under which it is sent and asked for. */
    reference: string;
    driver_id: string | null;
    type_code: string;
    /** The period of its type; the database keeps them alike. */
    period: Period;
    payment_year: number | null;
    payment_month: number | null;
    /** The list price when the prompt was asked for. */
    amount_due: string | null;
    amount: string;
    payer_number: string;
    state: Generated<'waiting' | 'asked' | 'paid' | 'failed' | 'unknown'>;
    /** The network's word for a failure, or ours; empty otherwise. */
    reason: Generated<string>;
    transaction_id: string | null;
    /** The claim that its money pays; null where another claim was cleared with it before. */
    payment_id: string | null;
    transfer_id: string | null;
    attempts: Generated<number>;
    due_at: Date;
    created_at: Date;
    ended_at: Date | null;
    /** The number of the server that looks after it at this moment. */
    server: number | null;
    tenant_id: string | null;
    application_id: string | null;
    plot_id: string | null;
    zone_id: string | null;
    tenancy_id: string | null;
    payer_name: string | null;
    payer_details: string | null;
  };
  statement_imports: {
    id: GeneratedAlways<string>;
    file_name: string;
    line_count: number;
    status: Generated<'uploaded' | 'checked' | 'importing' | 'imported' | 'cancelled'>;
    suggestion: Json<SuggestedMapping>;
    is_remembered: boolean;
    mapping: Json<StatementMapping> | null;
    counts: OptionalJson<{ outcome: LineOutcome; lines: number; amount: string }[]>;
    problem: Generated<string>;
    unknown_directions: OptionalJson<string[]>;
    job_id: string | null;
    uploaded_by: string;
    uploader: string;
    uploaded_at: Date;
    imported_at: Date | null;
    status_reason: string | null;
    /** The first and the last day that it covers; null where it covers none. */
    covers_from: string | null;
    covers_to: string | null;
    /** Says which days it covers, or why none. */
    coverage_note: Generated<string>;
    /** The money of the days that it covers was held against it. */
    is_searched: Generated<boolean>;
    /** The first and the last day that it covers once another person has confirmed them. */
    given_from: string | null;
    given_to: string | null;
    /** Says which sheet of several was read; empty of other files. */
    read_from: Generated<string>;
  };
  statement_lines: {
    import_id: string;
    line: number;
    cells: Json<string[]>;
    outcome: 'clears' | 'no_claim' | 'differs' | 'below_price' | 'other_car' | 'paid' | 'disputed' | 'known' | 'known_differs' | 'two_networks' | 'waits' | 'repeated' | 'outgoing' | 'unreadable' | null;
    reason: Generated<string>;
    received_on: string | null;
    transaction_id: Generated<string>;
    amount: string | null;
    payer_name: Generated<string>;
    payer_number: Generated<string>;
    reference: Generated<string>;
    is_imported: Generated<boolean>;
    /** The account's balance after the line, as the statement says it. */
    balance: string | null;
  };
  statement_mappings: {
    fingerprint: string;
    mapping: Json<StatementMapping>;
    changed_by: string | null;
    changed_at: Date;
  };
};

type RefundsTables = {
  refunds: {
    id: GeneratedAlways<string>;
    source: 'credit' | 'payment' | 'money';
    /** Null of money that paid nobody's fee, and of the land side. */
    driver_id: string | null;
    /** Of the land side the first payment of the receipt, all of which is given back. */
    payment_id: string | null;
    /** The money itself, or that of the payment. */
    transfer_id: string | null;
    amount: string;
    /** How it is paid, as it was approved. */
    mode: 'momo' | 'cash' | 'bank';
    paid_to: string;
    reason: string;
    status: Generated<'asked' | 'approved' | 'paid' | 'refused' | 'withdrawn'>;
    status_reason: string | null;
    asked_by: string;
    asked_at: Date;
    approved_by: string | null;
    approved_at: Date | null;
    is_alone: Generated<boolean>;
    /** That of the payout: a transaction ID, or the number of cash paid out. */
    reference: string | null;
    paid_on: string | null;
    ended_by: string | null;
    ended_at: Date | null;
    /**
     * The money behind it never came, or its cheque bounced, after it was paid: since then it is
     * owed back.
     */
    owed_at: Date | null;
    /** The money with which somebody who is no driver paid it back to us. */
    recovered_from: string | null;
    /** The part of what is owed that was written off. */
    written_off: string | null;
    settled_at: Date | null;
    /**
     * Whose people ask for it, approve it and pay it: that of the payment; of money, that which
     * asked.
     */
    side: 'drivers' | 'land';
  };
};

type DevicesTables = {
  devices: {
    id: GeneratedAlways<string>;
    /** Fifteen digits; of a tracker without an IMEI its feed_name. */
    imei: string;
    serial_number: Generated<string>;
    model: Generated<string>;
    sim_number: string | null;
    sim_network: Generated<string>;
    /** The last day of the SIM's data bundle, if somebody noted it. */
    bundle_until: string | null;
    note: Generated<string>;
    /** Minutes of silence that worry; null for the company's setting. */
    silent_minutes: number | null;
    /** SHA-256 of the key with which the device reports by the OsmAnd protocol. */
    feed_key_hash: Buffer | null;
    status: Generated<'in_stock' | 'fitted' | 'faulty' | 'returned' | 'lost'>;
    status_reason: string | null;
    status_at: Date;
    added_at: Date;
    added_by: string | null;
    /** As the tracker names itself in the feed, where that is not its IMEI. */
    feed_name: string | null;
  };
  device_fittings: {
    id: GeneratedAlways<string>;
    device_id: string;
    driver_id: string;
    fitted_at: Date;
    /** The name of the fitter. */
    fitted_by: string;
    noted_by: string | null;
    /** Why it was fitted before the device was paid; null where it was paid. */
    unpaid_reason: string | null;
    removed_at: Date | null;
    removal_reason: string | null;
    /**
     * The person was erased: the places of this span are deleted, and late reports of it are not
     * stored.
     */
    erased_at: Date | null;
    /** When the last place of an erased span was deleted. */
    emptied_at: Date | null;
  };
  device_imports: {
    id: GeneratedAlways<string>;
    file_name: string;
    line_count: number;
    status: Generated<'uploaded' | 'checked' | 'importing' | 'imported' | 'cancelled'>;
    status_reason: string | null;
    suggestion: Json<SuggestedDeviceMapping>;
    is_remembered: boolean;
    mapping: Json<DeviceMapping> | null;
    counts: OptionalJson<{ outcome: DeviceLineOutcome; lines: number }[]>;
    problem: Generated<string>;
    job_id: string | null;
    uploaded_by: string;
    uploader: string;
    uploaded_at: Date;
    imported_at: Date | null;
    /** Says which sheet of several was read; empty of other files. */
    read_from: Generated<string>;
  };
  device_import_lines: {
    import_id: string;
    line: number;
    cells: Json<string[]>;
    /** Null until the columns are chosen, and of lines above the column names for good. */
    outcome: 'new' | 'known' | 'repeated' | 'refused' | null;
    reason: Generated<string>;
    imei: Generated<string>;
    serial_number: Generated<string>;
    model: Generated<string>;
    sim_number: Generated<string>;
    sim_network: Generated<string>;
    bundle_until: string | null;
    is_imported: Generated<boolean>;
    feed_name: Generated<string>;
  };
  device_import_mappings: {
    /** The SHA-256 of the names, in hexadecimal digits. */
    fingerprint: string;
    mapping: Json<DeviceMapping>;
    changed_by: string | null;
    changed_at: Date;
  };
};

type TrackingTables = {
  positions: {
    device_id: string;
    /**
     * The device's time of the fix; one ahead of when it was heard is moved to just before that.
     */
    fix_at: Date;
    received_at: Date;
    latitude: number;
    longitude: number;
    speed_kmh: number;
    course: number | null;
    accuracy_m: number | null;
    has_ignition: boolean | null;
    has_power: boolean | null;
    battery_percent: number | null;
    /** The alarms of the report as Traccar names them, with commas: sos, powerCut. */
    alarm: string | null;
    /**
     * The receiver said that the fix is not valid, or no car can have come there from the sure
     * place of then
     */
    is_unsure: Generated<boolean>;
  };
  device_places: {
    device_id: string;
    fix_at: Date;
    /** When the last report came, also a late one that moved nothing. */
    received_at: Date;
    latitude: number;
    longitude: number;
    speed_kmh: number;
    course: number | null;
    accuracy_m: number | null;
    is_moving: boolean;
    still_since: Date | null;
    has_ignition: boolean | null;
    has_power: boolean | null;
    battery_percent: number | null;
    /** The last alarm; shown until its time is an hour old. */
    alarm: string | null;
    alarm_at: Date | null;
    /** The time of the fix that waits for a second one */
    unsure_at: Date | null;
    unsure_latitude: number | null;
    unsure_longitude: number | null;
  };
  tracker_alarms: {
    id: GeneratedAlways<string>;
    device_id: string;
    /** The car that had the tracker at that time; null in stock. */
    driver_id: string | null;
    kind: string;
    at: Date;
    received_at: Date;
    latitude: number | null;
    longitude: number | null;
  };
  unknown_trackers: {
    id: GeneratedAlways<string>;
    unique_id: string;
    feed: 'traccar' | 'osmand';
    reports: Generated<string>;
    first_at: Date;
    last_at: Date;
    latitude: number | null;
    longitude: number | null;
  };
  feed_secret: {
    is_only: Generated<boolean>;
    /** SHA-256 of the secret that Traccar sends in a header. */
    secret_hash: Buffer;
    made_at: Date;
    made_by: string | null;
  };
  thinned_days: {
    day: string;
    thinned_at: Date;
    kept: string;
    removed: string;
  };
  /** Cars that the office declared stolen. */
  stolen_cars: {
    id: GeneratedAlways<string>;
    driver_id: string;
    /** Where and how it was lost, in the words of the office. */
    last_seen: string;
    status: Generated<'open' | 'ended'>;
    /** How the search ended. */
    status_reason: string | null;
    declared_at: Date;
    declared_by: string;
    ended_at: Date | null;
    ended_by: string | null;
  };
  /** Links that show a stolen car to somebody without sign-in until they end. */
  stolen_links: {
    id: GeneratedAlways<string>;
    stolen_car_id: string;
    /** SHA-256 of the link's secret. */
    token_hash: Buffer;
    made_for: string;
    made_at: Date;
    made_by: string;
    ends_at: Date;
    closed_at: Date | null;
    /** Null where it was closed with the declaration. */
    closed_by: string | null;
  };
  /** Openings of such a link, once an hour of each address. */
  stolen_openings: {
    id: GeneratedAlways<string>;
    link_id: string;
    opened_at: Date;
    address: string;
    user_agent: Generated<string>;
  };
  watch_states: {
    device_id: string;
    /** The fitting that it belongs to; another one begins anew. */
    fitted_at: Date;
    /** The time of the newest fix since the fitting. */
    fix_at: Date;
    is_moving: boolean;
    /** The last seconds between two fixes while it moved, the oldest first. */
    gaps: Generated<string>;
    /** The median of the gaps, once there are enough of them. */
    interval_seconds: number | null;
    /** The present power cut is on the list already. */
    is_power_noted: Generated<boolean>;
    battery_noted_at: Date | null;
  };
  /**
   * Findings of the watch about trackers in cars; somebody closes each with a word of what it was.
   */
  watch_entries: {
    id: GeneratedAlways<string>;
    device_id: string;
    driver_id: string;
    kind: 'silent' | 'power_cut' | 'fence' | 'low_battery';
    fence_rule_id: string | null;
    /** The name of the path or stop, as it was then. */
    fence: string | null;
    must: 'stay_in' | 'stay_out' | null;
    /**
     * Since when it was so, and last_since since when it last was, where it came again while open.
     */
    since: Date;
    last_since: Date;
    times: Generated<number>;
    noticed_at: Date;
    last_report_at: Date | null;
    /** When the report was due that did not come. */
    due_by: Date | null;
    interval_seconds: number | null;
    battery_percent: number | null;
    /** When a silent one reported again. */
    came_back_at: Date | null;
    status: Generated<'open' | 'closed'>;
    status_reason: string | null;
    closed_at: Date | null;
    closed_by: string | null;
  };
  fence_shapes: {
    id: GeneratedAlways<string>;
    path_id: string | null;
    stop_id: string | null;
    /** Latitude and longitude of each corner; the last is joined to the first. */
    corners: Json<[latitude: number, longitude: number][]> | null;
    latitude: number | null;
    longitude: number | null;
    radius_m: number | null;
    version: Generated<number>;
    changed_at: Date;
    changed_by: string | null;
  };
  fence_rules: {
    id: GeneratedAlways<string>;
    shape_id: string;
    must: 'stay_in' | 'stay_out';
    /** The cars of a plan, or driver_id one car; without both it is for all. */
    plan: 'monthly' | 'standard' | 'platinum' | null;
    driver_id: string | null;
    /** Monday is 1. Hours that pass midnight belong to the day on which they begin. */
    days: string;
    from_time: string;
    /** The same as from_time for the whole day. */
    until_time: string;
    is_active: Generated<boolean>;
  };
  fence_states: {
    device_id: string;
    rule_id: string;
    /** Null while it is not known. */
    is_outside: boolean | null;
    /** Traccar tells of this fence for the device, so the server does not work it out. */
    is_by_traccar: Generated<boolean>;
    /** The present breach is on the list already. */
    is_noted: Generated<boolean>;
    changed_at: Date;
  };
  fence_revision: {
    is_only: Generated<boolean>;
    revision: Generated<string>;
  };
  /** When reports of trackers were last refused, and why; exact to ten seconds. */
  feed_refusals: {
    cause: 'no_secret' | 'wrong_secret';
    last_at: Date;
  };
  /** The longest time without any report in an hour, but for those of outages. */
  feed_gaps: {
    hour: Date;
    seconds: number;
  };
  feed_outages: {
    id: GeneratedAlways<string>;
    since: Date;
    noticed_at: Date;
    ended_at: Date | null;
    cause: 'no_secret' | 'wrong_secret' | null;
    /** Of the driving trackers, those that fell silent together; null where no tracker reports. */
    silent: number | null;
    driving: number | null;
    told_at: Date | null;
  };
  /** How many reports of trackers were refused on a day, by cause; kept for a month. */
  feed_rejections: {
    day: string;
    cause: string;
    reports: string;
    last_at: Date;
    /** The newest name that a refused report gave its tracker. */
    last_name: Generated<string>;
  };
};

type IncidentsTables = {
  incident_numbers: {
    year: number;
    is_drill: boolean;
    last: number;
  };
  /** Calls for help. Signals of one car that belong together are one. */
  incidents: {
    id: GeneratedAlways<string>;
    number: string;
    grade: 'sos' | 'accident' | 'tampering' | 'jamming' | 'power_cut';
    source: 'tracker' | 'member' | 'call' | 'text' | 'card';
    is_drill: Generated<boolean>;
    driver_id: string | null;
    /** The tracker that called; of one that is in no car there is no driver. */
    device_id: string | null;
    caller_name: Generated<string>;
    caller_phone: Generated<string>;
    /** Where the caller said that it is. */
    place: Generated<string>;
    status: Generated<'raised' | 'acknowledged' | 'dispatched' | 'on_scene' | 'resolved' | 'false_alarm' | 'duplicate'>;
    status_reason: string | null;
    /** By the server's clock. */
    raised_at: Date;
    /** By the clock of what sent it, as the last one is. */
    first_signal_at: Date;
    last_signal_at: Date;
    signals: Generated<number>;
    acknowledged_at: Date | null;
    acknowledged_by: string | null;
    dispatched_at: Date | null;
    on_scene_at: Date | null;
    ended_at: Date | null;
    ended_by: string | null;
    duplicate_of: string | null;
    /** When it is passed on to the next; null where it is not passed on. */
    ring_at: Date | null;
    /** When it was raised, or last raised again. */
    rings_since: Date;
    rings_everywhere: Generated<boolean>;
    supervisors_told_at: Date | null;
    supervisor_texts: Generated<number>;
    /** False while none but strangers have called. */
    is_known: Generated<boolean>;
    is_queue: Generated<boolean>;
    /** The queue in which a stranger’s call waits; null once a person or a known call is at it. */
    queue_id: string | null;
    /** The same for calls of one address, hour of registration and text, by a keyed hash. */
    group_key: string | null;
  };
  incident_signals: {
    id: GeneratedAlways<string>;
    incident_id: string;
    grade: string;
    source: string;
    /** By the clock of what sent it. */
    at: Date;
    received_at: Date;
    /** SHA-256 of the secret by which a phone follows its call. */
    secret_hash: Buffer | null;
    battery_percent: number | null;
    /** When the caller said to be safe. */
    safe_at: Date | null;
    /** How its source is known; null for a stranger. */
    known_by: Generated<'tracker' | 'office' | 'session' | 'device' | 'number' | 'card' | 'called_back' | 'code' | 'earlier' | null>;
    /** SHA-256 of the phone’s secret and the code. */
    code_hash: Buffer | null;
    code_until: Date | null;
    code_tries: Generated<number>;
    /** When its sender was told so, of a text message alone. */
    told_at: Date | null;
  };
  /** Places that came with signals, and of phones afterwards. */
  incident_places: {
    id: GeneratedAlways<string>;
    incident_id: string;
    source: string;
    at: Date;
    received_at: Date;
    latitude: number;
    longitude: number;
    accuracy_m: number | null;
    /** The signal of the phone whose place it is; null of a tracker. */
    signal_id: string | null;
    is_unsure: Generated<boolean>;
  };
  /** The time line of incidents. Nothing on it changes but an erased person's notes. */
  incident_steps: {
    id: GeneratedAlways<string>;
    incident_id: string;
    at: Date;
    what: 'signal' | 'rung' | 'change' | 'note';
    /** Null for the server's own steps and those of callers. */
    actor_id: string | null;
    words: string;
  };
  /** When somebody answered calls for help. */
  response_shifts: {
    id: GeneratedAlways<string>;
    account_id: string;
    started_at: Date;
    ended_at: Date | null;
    /** When a page of theirs last showed the board. */
    seen_at: Date;
    /** When it last rang at them first: the next call rings at another. */
    rung_at: Date | null;
    handover: Generated<string>;
    /** When supervisors were told that nobody looks at the board since. */
    absence_told_at: Date | null;
  };
  /** The people on shift at whom an incident rings or rang. */
  incident_rings: {
    incident_id: string;
    shift_id: string;
    at: Date;
  };
  response_teams: {
    id: GeneratedAlways<string>;
    name: string;
    /** In E.164; links to calls for help go to it. */
    phone: string;
    vehicle: Generated<string>;
    /** Names and numbers, the leader first. */
    people: OptionalJson<unknown>;
    /** A polygon or circle as paths and stops have; null for everywhere. */
    area: Json<unknown> | null;
    is_active: Generated<boolean>;
    added_at: Date;
  };
  response_duties: {
    id: GeneratedAlways<string>;
    team_id: string;
    starts_at: Date;
    ends_at: Date;
  };
  /** Teams that were sent to incidents, each by a link. */
  dispatches: {
    id: GeneratedAlways<string>;
    incident_id: string;
    team_id: string;
    /** The number that the link was sent to. */
    phone: string;
    words: Generated<string>;
    status: Generated<'sent' | 'accepted' | 'on_scene' | 'done' | 'recalled'>;
    status_reason: string | null;
    /** SHA-256 of the link's secret. */
    token_hash: Buffer;
    /** SHA-256 of the secret of the first phone that opened the link; no other may. */
    phone_hash: Buffer | null;
    sent_at: Date;
    sent_by: string;
    opened_at: Date | null;
    accepted_at: Date | null;
    on_scene_at: Date | null;
    ended_at: Date | null;
    seen_at: Date | null;
    check_in_minutes: number;
    /** When the next sign of the team is expected. */
    check_in_at: Date;
    latitude: number | null;
    longitude: number | null;
    accuracy_m: number | null;
    /** When its phone was at the place, by the server's clock. */
    place_at: Date | null;
  };
  /** Documents of incidents as they were handed out, to check copies against. */
  incident_packs: {
    id: GeneratedAlways<string>;
    incident_id: string;
    /** Counts the packs of the incident. */
    nth: number;
    /** Leads to the page that checks the document. */
    code: string;
    made_at: Date;
    made_by: string;
    made_for: string;
    /** Null once its person was erased. */
    pdf: Buffer | null;
    /** SHA-256 of the file. */
    file_hash: Buffer;
  };
  /** Photos that came with notes. In rows, to be in the backup of what they prove. */
  incident_photos: {
    id: GeneratedAlways<string>;
    incident_id: string;
    /** The note that it came with. */
    step_id: string;
    at: Date;
    added_by: string;
    /** Null once its person was erased. */
    jpeg: Buffer | null;
  };
  /** QR stickers of cars. A new one stops the former. */
  crash_cards: {
    id: GeneratedAlways<string>;
    driver_id: string;
    code: string;
    /** Only where the driver wished it on the card; null once erased. */
    blood_group: 'A+' | 'A-' | 'B+' | 'B-' | 'AB+' | 'AB-' | 'O+' | 'O-' | null;
    made_at: Date;
    made_by: string;
    stopped_at: Date | null;
  };
  /** Each opening of a card's page. None is deleted. */
  crash_card_scans: {
    id: GeneratedAlways<string>;
    card_id: string;
    /** SHA-256 of the secret of the page that was opened. */
    secret_hash: Buffer;
    at: Date;
    incident_id: string | null;
    /** When its page told the office where it is. */
    told_at: Date | null;
    /** When the office let it show kin and blood group. */
    released_at: Date | null;
    released_by: string | null;
  };
};

type LandTables = {
  zones: {
    id: GeneratedAlways<string>;
    zone: string;
    district: string | null;
  };
  plots: {
    id: GeneratedAlways<string>;
    zone_id: string;
    block: Generated<string>;
    plot_number: string;
    land_use: 'residential' | 'commercial' | 'industrial' | 'agricultural' | 'civic' | 'mixed';
    owner_kind: 'stool' | 'skin' | 'clan' | 'family';
    owner_name: string;
    /** In square metres, as the site plan says; area_sqm is that of the boundary. */
    plan_area_sqm: string | null;
    area_sqm: string | null;
    /**
     * The boundary in metres of EPSG:25000, for overlaps; boundary has the same corners in WGS84.
     */
    shape: string | null;
    /** The closed ring in [longitude, latitude], counter-clockwise (RFC 7946). */
    boundary: Json<[longitude: number, latitude: number][]> | null;
    /** The surveyor’s own numbers, unit and grid, as written. */
    survey: Json<StoredSurvey> | null;
    closure_ratio: number | null;
    note: Generated<string>;
    version: Generated<number>;
    added_by: string | null;
    added_at: Date;
    /** The plot number in letters and digits alone, to find it again. */
    number_key: GeneratedAlways<string>;
    /** The block and the plot number in letters and digits alone, to find it again. */
    name_key: GeneratedAlways<string>;
    /**
     * How the figure of the plan closes; closure_ratio is N of its 1:N. Null where nothing is to
     * close.
     */
    closure: Json<PlanClosure> | null;
    /** The import that made it. */
    import_id: string | null;
    /** The import that added its boundary when the plot was known already. */
    boundary_import_id: string | null;
    /**
     * Its version once that import had added its boundary; a later one says that somebody changed
     * it.
     */
    boundary_version: number | null;
  };
  land_serials: {
    kind: string;
    year: number;
    last: number;
  };
  tenants: {
    id: GeneratedAlways<string>;
    tenant_code: string;
    kind: 'person' | 'organisation';
    /** The name of an organisation. Empty of a person with one name. */
    last_name: string;
    first_name: Generated<string>;
    gender: 'Male' | 'Female' | null;
    date_of_birth: string | null;
    nationality: string;
    /**
     * Per cent of an organisation that non-citizens own; over 40 counts as one (Land Act, 2020).
     */
    foreign_share: number | null;
    identification_type: string | null;
    id_number: string | null;
    /** The ID number in letters and digits alone, to find a person again. */
    id_key: GeneratedAlways<string | null>;
    contact_number: string;
    other_number: string | null;
    email: Generated<string>;
    postal_address: Generated<string>;
    gps_address: Generated<string>;
    next_of_kin: Generated<string>;
    kin_mobile_number: string | null;
    kin_relationship: string | null;
    contact_person: Generated<string>;
    contact_person_number: string | null;
    reference_person: Generated<string>;
    reference_mobile_number: string | null;
    account_id: string | null;
    version: Generated<number>;
    added_by: string | null;
    added_at: Date;
    /** The import that made the record. */
    import_id: string | null;
  };
  tenant_changes: {
    id: GeneratedAlways<string>;
    tenant_id: string;
    version: number;
    changed_at: Date;
    changed_by: string;
    reason: string;
    before: Json<Partial<TenantFields>>;
    after: Json<Partial<TenantFields>>;
  };
  tenant_requests: {
    id: GeneratedAlways<string>;
    tenant_id: string;
    /** The asked values by the names of the fields of a tenant. */
    wanted: Json<Record<string, string | number | null>>;
    note: Generated<string>;
    status: Generated<'asked' | 'accepted' | 'partly' | 'refused' | 'withdrawn'>;
    /** The refusals in one text, for lists and the log. */
    status_reason: string | null;
    asked_at: Date;
    decided_at: Date | null;
    decided_by: string | null;
    /** The version of the tenant's record when it was asked. */
    version: number;
    /** Why each refused field was refused, by its name, as the tenant reads it. */
    refusals: OptionalJson<Record<string, string>>;
  };
  /** Strangers' words: nothing in a row is known to be true. */
  activation_requests: {
    id: GeneratedAlways<string>;
    /** As tenant codes are written; empty where the indenture number was given. */
    tenant_code: string;
    indenture_number: string;
    indenture_key: GeneratedAlways<string>;
    name: string;
    mobile_number: string;
    status: Generated<'asked' | 'accepted' | 'refused'>;
    status_reason: string | null;
    /** The tenant whom an accepted request's code was made for. */
    tenant_id: string | null;
    /** How the code went out: shown to the clerk, or texted to the number on record. */
    way: 'shown' | 'texted' | null;
    asked_at: Date;
    decided_at: Date | null;
    decided_by: string | null;
  };
  lease_rules: {
    is_citizen: boolean;
    land_use: LandUse;
    max_years: number;
  };
  tenancies: {
    id: GeneratedAlways<string>;
    plot_id: string;
    tenant_id: string;
    indenture_number: string;
    /** The indenture number in letters and digits alone, to find it again. */
    indenture_key: GeneratedAlways<string | null>;
    how: 'new_purchase' | 'regularization' | 'transfer' | 'others' | 'import';
    commencement: string;
    term_years: number;
    ends_on: GeneratedAlways<string>;
    ground_rent: string;
    review_years: number | null;
    /** Per cent by which ground rent grows at each review; null where it is valued anew. */
    review_percent: string | null;
    grantor: Generated<string>;
    grantor_capacity: Generated<string>;
    witnesses: Generated<string>;
    held_from: string;
    held_until: string | null;
    end_reason: string | null;
    previous_id: string | null;
    added_by: string | null;
    added_at: Date;
    /** The import that made the record. */
    import_id: string | null;
    /**
     * Of an imported one, its plot's version at the end of the import; a later one says that
     * somebody changed it.
     */
    plot_version: number | null;
    /** The same of its tenant. */
    tenant_version: number | null;
    /** The first year that ground_rent holds for; null for that of the commencement. */
    rent_from: number | null;
    /**
     * The next review of its rent that nobody has noted as held; null without reviews, and once the
     * term has no more of them.
     */
    review_on: string | null;
  };
  plot_caveats: {
    id: GeneratedAlways<string>;
    plot_id: string;
    kind: 'caveat' | 'lis_pendens' | 'injunction' | 'court_case';
    suit_number: Generated<string>;
    about: string;
    placed_on: string;
    placed_by: string;
    removed_on: string | null;
    removed_by: string | null;
    removal_reason: string | null;
    /** The case that placed it; null for one that was placed by itself. */
    case_id: string | null;
    /** The order of the case that placed it. */
    order_id: string | null;
  };
  land_kinds: {
    kind: ApplicationKind;
    days: number;
    fee: string;
  };
  land_kind_papers: {
    kind: ApplicationKind;
    paper: string;
    is_needed: boolean;
    place: number;
  };
  land_applications: {
    id: GeneratedAlways<string>;
    number: string;
    kind: ApplicationKind;
    status: Generated<'draft' | 'lodged' | 'sent_back' | 'approved' | 'refused' | 'withdrawn' | 'annulled'>;
    status_reason: string | null;
    plot_id: string;
    tenant_id: string | null;
    applicant: Json<ApplicantDraft> | null;
    /**
     * As asked for; parts of a draft may be null, and a transfer has no commencement and term of
     * its own.
     */
    terms: Json<ApplicationTerms>;
    /** The plot’s tenancy when it was lodged, which an approval ends. */
    ends_tenancy_id: string | null;
    made_tenancy_id: string | null;
    fee: string;
    conditions: Generated<string>;
    commission_number: string | null;
    commission_day: string | null;
    entered_by: string;
    entered_at: Date;
    lodged_at: Date | null;
    due_on: string | null;
    decided_by: string | null;
    decided_at: Date | null;
    is_alone: Generated<boolean>;
    version: Generated<number>;
    about: Generated<string>;
    /** A regularization’s look at land that is occupied already. */
    inspection: Json<Inspection> | null;
    /** The lessor’s, to somebody else’s holding the plot. */
    consent: Json<Consent> | null;
  };
  land_papers: {
    id: GeneratedAlways<string>;
    application_id: string | null;
    plot_id: string | null;
    paper: string;
    file_name: string;
    type: 'application/pdf' | 'image/jpeg';
    content: Buffer;
    sha256: Buffer;
    added_by: string;
    added_at: Date;
    case_id: string | null;
  };
  land_imports: {
    id: GeneratedAlways<string>;
    file_name: string;
    line_count: number;
    status: Generated<'uploaded' | 'checked' | 'importing' | 'imported' | 'cancelled'>;
    status_reason: string | null;
    suggestion: Json<SuggestedLandMapping>;
    is_remembered: boolean;
    mapping: Json<LandMapping> | null;
    counts: OptionalJson<{ outcome: LandLineOutcome; lines: number }[]>;
    problem: Generated<string>;
    job_id: string | null;
    /** How many of each the check found that the import would make. */
    ahead: Json<LandCounts> | null;
    plots: Generated<number>;
    tenants: Generated<number>;
    tenancies: Generated<number>;
    /** Boundaries that it added to plots which were known before. */
    boundaries: Generated<number>;
    zones: Generated<number>;
    uploaded_by: string;
    uploader: string;
    uploaded_at: Date;
    imported_at: Date | null;
    take_back_job_id: string | null;
    /** How many of its plots, tenants, tenancies and boundaries were removed again. */
    taken_back: Generated<number>;
    taken_back_at: Date | null;
    /** Says which sheet of several was read; empty of other files. */
    read_from: Generated<string>;
  };
  land_import_lines: {
    import_id: string;
    line: number;
    cells: Json<string[]>;
    /** Null until the columns are chosen, and of lines above the column names for good. */
    outcome: 'new' | 'remark' | 'tenancy' | 'boundary' | 'known' | 'held' | 'repeated' | 'refused' | null;
    reason: Generated<string>;
    plot_id: string | null;
    tenant_id: string | null;
    is_imported: Generated<boolean>;
  };
  land_import_mappings: {
    /** The SHA-256 of the names, in hexadecimal digits. */
    fingerprint: string;
    mapping: Json<LandMapping>;
    changed_by: string | null;
    changed_at: Date;
  };
  land_documents: {
    id: GeneratedAlways<string>;
    number: string;
    kind: 'allocation_note' | 'tenancy_certificate' | 'slip';
    /** Leads to the page that checks the paper. */
    code: string;
    plot_id: string;
    tenancy_id: string | null;
    application_id: string | null;
    /** Its words and figures, as on the day of issue. */
    facts: Json<LandPaperFacts>;
    /** Of the fee, as the desk wrote it; empty where none was paid. */
    receipt_number: Generated<string>;
    day: string;
    issued_at: Date;
    /** Null for a slip that somebody asked for with a code. */
    issued_by: string | null;
  };
  /** Codes for a slip each, made at the desk once its fee was paid. */
  slip_codes: {
    id: GeneratedAlways<string>;
    code: string;
    plot_id: string | null;
    receipt_number: string;
    made_at: Date;
    made_by: string;
    expires_at: Date;
    used_at: Date | null;
    document_id: string | null;
  };
  /** The receipts that have paid for a slip at the desk or for a code. */
  slip_receipts: {
    receipt_key: string;
    slip_code_id: string | null;
    document_id: string | null;
  };
  court_cases: {
    id: GeneratedAlways<string>;
    court: 'high_court_land' | 'circuit_court' | 'district_court' | 'court_of_appeal' | 'supreme_court' | 'adr' | 'traditional_council' | 'other';
    suit_number: string;
    /** Its letters and digits, by which it is found in any spelling. */
    suit_key: GeneratedAlways<string>;
    title: string;
    about: Generated<string>;
    status: Generated<'pending' | 'resolved'>;
    status_reason: string | null;
    status_by: string;
    status_at: Date;
    outcome: 'for_office' | 'against_office' | 'settled' | 'struck_out' | 'withdrawn' | null;
    outcome_on: string | null;
    outcome_words: string | null;
    /** The person who is reminded of its hearings. */
    followed_by: string;
    entered_by: string;
    entered_at: Date;
    version: Generated<number>;
  };
  court_parties: {
    id: GeneratedAlways<string>;
    case_id: string;
    role: 'plaintiff' | 'defendant' | 'joined' | 'interested';
    name: string;
    tenant_id: string | null;
    counsel: Generated<string>;
    /** True where the tenant is told of hearings by text. */
    is_reminded: Generated<boolean>;
  };
  court_case_plots: {
    case_id: string;
    plot_id: string;
    added_by: string;
    added_on: string;
  };
  court_hearings: {
    id: GeneratedAlways<string>;
    case_id: string;
    day: string;
    at_time: string | null;
    purpose: string;
    status: Generated<'planned' | 'held' | 'cancelled'>;
    outcome: string | null;
    added_by: string;
    added_at: Date;
  };
  /** Reminders of hearings that went out, each once. */
  hearing_reminders: {
    hearing_id: string;
    ahead: number;
    sent_at: Date;
  };
  court_orders: {
    id: GeneratedAlways<string>;
    case_id: string;
    day: string;
    kind: 'injunction' | 'caveat' | 'lis_pendens' | 'other' | 'lifts';
    words: string;
    lifts_id: string | null;
    entered_by: string;
    entered_at: Date;
  };
  /** The plots that an order binds. */
  court_order_plots: {
    order_id: string;
    case_id: string;
    plot_id: string;
  };
  /** Rents that the office entered, each from its year on; of one year the last one counts. */
  rent_reviews: {
    id: GeneratedAlways<string>;
    tenancy_id: string;
    from_year: number;
    ground_rent: string;
    reason: string;
    entered_by: string;
    entered_at: Date;
  };
  /** One row: the rule of penalties, empty until it is set. */
  rent_rules: {
    id: Generated<boolean>;
    grace_days: number | null;
    penalty_percent: string | null;
  };
  rent_runs: {
    id: GeneratedAlways<string>;
    kind: 'rent' | 'penalty';
    year: number;
    zone_id: string | null;
    /** Only shows what would be raised and why not. */
    is_dry: boolean;
    state: Generated<'running' | 'done' | 'stopped'>;
    job_id: string;
    asked_by: string;
    asked_at: Date;
    ended_at: Date | null;
    stop_reason: string | null;
    looked_at: Generated<number>;
    raised: Generated<number>;
    amount: Generated<string>;
  };
  rent_run_sums: {
    run_id: string;
    zone_id: string;
    outcome: RentOutcome;
    count: number;
    amount: string;
  };
  /** The tenancies of a run: raised, or why not; removed after some weeks. */
  rent_run_lines: {
    run_id: string;
    tenancy_id: string;
    zone_id: string;
    outcome: RentOutcome;
    amount: string | null;
    from_day: string | null;
    until_day: string | null;
  };
  /** Charges that were raised together, and are one entry of the books. */
  rent_batches: {
    id: GeneratedAlways<string>;
    run_id: string;
    kind: 'rent' | 'penalty';
    year: number;
    day: string;
    count: number;
    total: string;
    raised_by: string;
    raised_at: Date;
  };
  rent_charges: {
    id: GeneratedAlways<string>;
    batch_id: string;
    tenancy_id: string;
    plot_id: string;
    tenant_id: string;
    kind: string;
    year: number;
    amount: string;
    due_on: string;
    from_day: string | null;
    until_day: string | null;
    cancelled_at: Date | null;
    cancelled_on: string | null;
    cancelled_by: string | null;
    cancel_reason: string | null;
  };
  /** Sums that each tenancy was charged and has paid, kept by triggers. */
  rent_accounts: {
    tenancy_id: string;
    tenant_id: string;
    zone_id: string;
    charged: string;
    paid: string;
    owed: GeneratedAlways<string>;
    owed_since: string | null;
  };
  rent_reminder_batches: {
    id: GeneratedAlways<string>;
    age: 'this' | 'one' | 'two' | 'three';
    recipients: number;
    parts: number;
    cost: string | null;
    job_id: string;
    created_by: string;
    created_at: Date;
  };
  rent_reminders: {
    id: GeneratedAlways<string>;
    batch_id: string;
    tenant_id: string;
    day: string;
    parts: number;
    status: Generated<'waiting' | 'queued' | 'skipped'>;
    body: string;
    status_reason: string | null;
  };
  share_rules: {
    id: GeneratedAlways<string>;
    valid_from: string;
    /** Of the whole; the other three are of what that leaves. */
    oasl_percent: string;
    stool_percent: string;
    council_percent: string;
    assembly_percent: string;
    /** The codes of the payment types that it shares; none where sharing ends. */
    types: Json<string[]>;
    stool_name: string;
    council_name: string;
    assembly_name: string;
    entered_by: string;
    entered_at: Date;
    approved_by: string;
    /** Approved by the only person who could. */
    is_alone: boolean;
  };
  /** Payouts of the shares of stool land revenue. */
  share_payouts: {
    id: GeneratedAlways<string>;
    number: string;
    beneficiary: 'oasl' | 'stool' | 'council' | 'assembly';
    amount: string;
    mode: 'momo' | 'cash' | 'bank' | 'cheque';
    paid_to: string;
    reason: string;
    status: 'asked' | 'approved' | 'paid' | 'refused' | 'withdrawn';
    status_reason: string | null;
    asked_by: string;
    asked_at: Date;
    approved_by: string | null;
    approved_at: Date | null;
    is_alone: Generated<boolean>;
    paid_on: string | null;
    reference: string | null;
    ended_by: string | null;
    ended_at: Date | null;
    receipt_name: string | null;
    receipt_type: 'application/pdf' | 'image/jpeg' | null;
    receipt: Buffer | null;
    receipt_sha256: Buffer | null;
    receipt_by: string | null;
    receipt_at: Date | null;
    came_back_on: string | null;
    came_back_reason: string | null;
    came_back_by: string | null;
  };
};

type ReceiptsTables = {
  /** Only the columns from `status` on ever change, and once. */
  receipts: {
    number: string;
    /**
     * Sixteen characters of Crockford's base 32, by which strangers who hold the receipt check it.
     */
    code: Generated<string>;
    kind: string;
    subject_id: string;
    /** The day that the money counts on. */
    paid_on: string;
    issued_at: Date;
    issued_by: string | null;
    payer_name: string;
    payer_details: string;
    mode: 'momo' | 'cash' | 'bank' | 'cheque';
    transaction_id: string;
    amount: string;
    /** Their amounts sum to the receipt's. */
    lines: Json<{ text: string; amount: string }[]>;
    status: Generated<'issued' | 'void'>;
    void_reason: string | null;
    voided_at: Date | null;
    /** The account of the author; null for the server's own jobs. */
    voided_by: string | null;
    /** In words, as they were then: a name of staff, a prompt, a statement. */
    received_by: string | null;
    tin: string | null;
    /** [{name, rate, amount}]: the taxes that the amount contains, by the rates of then. */
    taxes: Json<{ name: string; rate: string; amount: string }[]> | null;
    /** The price of the fee that the money is for. */
    price: string | null;
  };
  receipt_head: {
    is_only: Generated<boolean>;
    number: string;
  };
  receipt_notes: {
    number: string;
    note: string;
  };
  /** Receipts that are still to be texted to the payer. */
  receipts_to_text: {
    number: string;
  };
  texted_receipts: {
    number: string;
    texted_at: Date;
  };
  /**
   * Numbers of receipts and of sequences that will never be given out; written by `skip_numbers`
   * alone.
   */
  skipped_numbers: {
    /** The name of a sequence, or `receipts`. */
    series: string;
    first: string;
    last: string;
    skipped_at: Date;
    reason: string;
  };
};

type LedgerTables = {
  ledger_accounts: {
    code: string;
    name: string;
    kind: 'asset' | 'liability' | 'equity' | 'income' | 'expense';
    /** The payment type whose revenue it holds. */
    type_code: string | null;
    /** The heading, of the same kind, that it stands under. */
    parent: string | null;
    /** It sums up the accounts under it, and nothing is posted to it. */
    is_heading: Generated<boolean>;
    closed_at: Date | null;
    /** Of an asset: false where two people have said that it is no cash, bank or MoMo money. */
    holds_money: Generated<boolean>;
  };
  /** Written by `post_entries` alone, and never changed. */
  ledger_entries: {
    number: string;
    day: string;
    kind: string;
    subject_id: string;
    /** The entry that this one takes back. */
    reverses: string | null;
    description: string;
    /** The account of the author; null for the server's own jobs. */
    posted_by: string | null;
    posted_at: Date;
    previous: Buffer;
    hash: Buffer;
    /**
     * 1: made of `jsonb::text`, until migration 0091. 2: of `ledger_text`. 3: of the same with a
     * document.
     */
    hash_version: Generated<number>;
    /** The day that it is for, where that was in a closed month. */
    late_for: string | null;
    /** The fields of the document behind it as they were posted, a line each: `payee: ECG`. */
    document: string | null;
  };
  ledger_postings: {
    entry: string;
    line: number;
    account: string;
    /** Debits are positive, credits negative. */
    amount: string;
    driver_id: string | null;
    day: string;
  };
  /** Drivers whose credit counts for another record, since they were merged. */
  ledger_merged_drivers: {
    driver_id: string;
    into_id: string;
  };
  ledger_head: {
    is_only: Generated<boolean>;
    number: string;
    hash: Buffer;
    /**
     * Entries up to this number count on their own day, as reports did before months were closed.
     */
    closes_after: Generated<string>;
    open_from: Generated<string>;
  };
  ledger_closings: {
    id: GeneratedAlways<string>;
    month: string;
    closed_at: Date;
    closed_by: string;
    last_entry: string;
    last_hash: Buffer;
    left_reason: string | null;
    reopened_at: Date | null;
    reopened_by: string | null;
    reopen_reason: string | null;
  };
};

type BooksTables = {
  book_numbers: {
    kind: string;
    year: number;
    last: number;
  };
  journals: {
    id: GeneratedAlways<string>;
    number: string;
    kind: 'general' | 'opening' | 'recurring' | 'year end';
    day: string;
    description: string;
    status: Generated<'draft' | 'asked' | 'posted' | 'reversed' | 'dropped'>;
    status_reason: string | null;
    amount: Generated<string>;
    made_by: string;
    made_at: Date;
    posted_by: string | null;
    posted_at: Date | null;
    is_alone: Generated<boolean>;
    ended_by: string | null;
    ended_at: Date | null;
    repeats: string | null;
    due_on: string | null;
  };
  journal_lines: {
    journal_id: string;
    line: number;
    account: string;
    amount: string;
  };
  repeated_journals: {
    id: GeneratedAlways<string>;
    journal_id: string;
    status: Generated<'running' | 'stopped'>;
    status_reason: string | null;
    day_of_month: number;
    next_day: string;
    last_day: string | null;
    made_by: string;
    made_at: Date;
    stopped_by: string | null;
    stopped_at: Date | null;
  };
  balance_imports: {
    id: GeneratedAlways<string>;
    file_name: string;
    line_count: number;
    status: Generated<'uploaded' | 'checked' | 'importing' | 'imported' | 'cancelled'>;
    status_reason: string | null;
    suggestion: Json<SuggestedBalanceMapping>;
    is_remembered: boolean;
    mapping: Json<BalanceMapping> | null;
    counts: OptionalJson<{ outcome: BalanceLineOutcome; lines: number }[]>;
    problem: Generated<string>;
    job_id: string | null;
    journal_id: string | null;
    uploaded_by: string;
    uploader: string;
    uploaded_at: Date;
    imported_at: Date | null;
    /** Says which sheet of several was read; empty of other files. */
    read_from: Generated<string>;
  };
  balance_import_lines: {
    import_id: string;
    line: number;
    cells: Json<string[]>;
    outcome: 'taken' | 'nothing' | 'repeated' | 'refused' | null;
    reason: Generated<string>;
    account: Generated<string>;
    debit: string | null;
    credit: string | null;
    is_imported: Generated<boolean>;
  };
  balance_import_mappings: {
    fingerprint: string;
    mapping: Json<BalanceMapping>;
    changed_by: string | null;
    changed_at: Date;
  };
  /** The taxes in prices from a day on, until the next day that has rates. */
  expense_tax_rates: {
    from_day: string;
    line: number;
    name: string;
    rate: string;
    /** It is on the net and those that are not: VAT on the levies, until 2025. */
    on_levies: boolean;
    /** A company that is registered for VAT may reclaim it. */
    is_reclaimable: boolean;
  };
  expenses: {
    id: GeneratedAlways<string>;
    number: string;
    payee: string;
    kind: string;
    day: string;
    paid_from: string;
    amount: string;
    reclaimed: string;
    reference: string | null;
    description: string;
    needs_approval: boolean;
    status: 'asked' | 'posted' | 'refused' | 'void';
    status_reason: string | null;
    made_by: string;
    made_at: Date;
    posted_by: string | null;
    posted_at: Date | null;
    is_alone: Generated<boolean>;
    ended_by: string | null;
    ended_at: Date | null;
  };
  expense_taxes: {
    expense_id: string;
    line: number;
    name: string;
    rate: string;
    amount: string;
    is_reclaimed: boolean;
  };
  /** Papers of journals and expenses. In rows, to be in the backup of what they prove. */
  book_attachments: {
    id: GeneratedAlways<string>;
    subject_kind: 'journal' | 'expense';
    subject_id: string;
    name: string;
    type: 'application/pdf' | 'image/jpeg';
    size: number;
    sha256: Buffer;
    content: Buffer;
    added_by: string;
    added_at: Date;
  };
  book_archives: {
    id: GeneratedAlways<string>;
    year: number;
    is_masked: boolean;
    first_entry: string;
    last_entry: string;
    asked_by: string;
    asked_at: Date;
    job_id: string;
    made_at: Date | null;
  };
  book_archive_pieces: {
    archive_id: string;
    place: number;
    file: string;
    content: Buffer;
  };
  denominations: {
    id: GeneratedAlways<string>;
    denomination: string;
    value: string;
    kind: 'note' | 'coin';
    is_active: Generated<boolean>;
  };
  cash_ups: {
    id: GeneratedAlways<string>;
    number: string;
    clerk_id: string;
    day: string;
    since: string | null;
    status: 'asked' | 'refused' | 'closed';
    status_reason: string | null;
    attempt: Generated<number>;
    expected: string;
    counted: string;
    head_entry: string;
    handed_in_at: Date;
    agreed_by: string | null;
    agreed_at: Date | null;
    is_alone: Generated<boolean>;
  };
  cash_up_counts: {
    cash_up_id: string;
    attempt: number;
    handed_in_at: Date;
    reason: string | null;
    expected: string;
    counted: string;
    head_entry: string;
    head_hash: Buffer;
  };
  cash_up_pieces: {
    id: GeneratedAlways<string>;
    cash_up_id: string;
    attempt: number;
    denomination_id: string;
    pieces: number;
  };
  reconciliations: {
    id: GeneratedAlways<string>;
    account: string;
    from_day: string;
    to_day: string;
    lines: number;
    made_by: string;
    made_at: Date;
    undone_by: string | null;
    undone_at: Date | null;
    undo_reason: string | null;
  };
  book_line_matches: {
    entry: string;
    line: number;
    account: string;
    day: string;
    statement_import: string;
    statement_line: number;
    stated_day: string;
    stated_text: string;
    matched_by: string | null;
    matched_at: Date;
    reconciliation_id: string | null;
  };
};

type ReportsTables = {
  book_checks: {
    id: GeneratedAlways<string>;
    begun_at: Date;
    /** Null while it goes on. */
    ended_at: Date | null;
    /** The account of the person who asked for it; null for the nightly one. */
    asked_by: string | null;
    /** Payments and entries looked at so far. */
    records: Generated<string>;
    difference_count: Generated<string>;
    /** The first differences, in sentences. */
    differences: OptionalJson<string[]>;
    postings: Generated<string>;
    /** Asked for on the server: npm run books:check. */
    by_command: Generated<boolean>;
    /** The entry up to which the chain was looked through. */
    last_entry: string | null;
    last_hash: Buffer | null;
    /**
     * The chain of entries held, whatever else differed, so that its last hash is held against
     * later ones.
     */
    is_chain_proved: Generated<boolean>;
    /** Hands up to the last one; null where fewer were left than an earlier check had found. */
    hand_count: string | null;
    last_hand: string | null;
    alone_count: string | null;
    last_alone: string | null;
  };
  /** The owner’s evening messages. Written once, and never changed. */
  owner_messages: {
    id: GeneratedAlways<string>;
    day: string;
    text: string;
    last_entry: string;
    last_hash: Buffer;
    phones: number;
    mails: number;
    sent_at: Date;
  };
  /** Recipients of the owner’s message of a day. */
  owner_message_copies: {
    message_id: string;
    recipient: string;
    outbox_id: string | null;
  };
  /** When backups were made, and opened and read in full. A copy does not have its own. */
  backups: {
    made_at: Date;
    /**
     * A copy in a folder, which was opened at once; a base in the place of backups; a base that was
     * opened, by the moment of its last change.
     */
    kind: Generated<'folder' | 'base' | 'opened'>;
  };
};

type MessagesTables = {
  contact_messages: {
    id: GeneratedAlways<string>;
    /** The reference that the sender quotes: `CM-` and six characters. */
    reference: string;
    name: string;
    email: string;
    subject: string;
    message: string;
    received_at: Date;
    status: Generated<'new' | 'assigned' | 'replied' | 'closed' | 'spam'>;
    status_reason: string | null;
    /** The state before it was marked as spam; undoing returns to it. */
    status_before: 'new' | 'assigned' | 'replied' | null;
    assigned_to: string | null;
    assigned_at: Date | null;
    replied_at: Date | null;
    closed_at: Date | null;
    driver_id: string | null;
    /** 0 for new messages; higher for those that wait less urgently. */
    state_rank: GeneratedAlways<number>;
    words: GeneratedAlways<string>;
    /** The account of a sender who was signed in. */
    account_id: string | null;
    /** The sender’s number in E.164 form, where the product knows it. */
    contact_number: string | null;
    /** True where a signed-in tenant sent it. */
    is_tenants: Generated<boolean>;
    /** True where a driver sent it to the company's number by text message. */
    is_text: Generated<boolean>;
  };
  contact_entries: {
    id: GeneratedAlways<string>;
    message_id: string;
    kind: 'reply' | 'text' | 'whatsapp' | 'answered' | 'note';
    body: string;
    written_by: string;
    written_at: Date;
    /** The mail or text message of a reply, while the outbox has it. */
    outbox_id: string | null;
    /** The number of a text message or of WhatsApp, in E.164 form. */
    sent_to: string | null;
    /** When staff said that this answer was never given. */
    undone_at: Date | null;
  };
  outbox_messages: {
    id: GeneratedAlways<string>;
    channel: 'mail' | 'sms';
    /** An e-mail address, or a phone number in E.164 form. */
    recipient: string;
    subject: Generated<string>;
    /** Empty once the message is sent or has expired. */
    body: string;
    status: Generated<'waiting' | 'held' | 'sent' | 'failed' | 'expired'>;
    attempts: Generated<number>;
    next_attempt_at: Date;
    error: Generated<string>;
    created_at: Date;
    expires_at: Date;
    sent_at: Date | null;
    /**
     * 0 for mail and for codes of people who are known, 1 for other texts, 2 for those that can
     * wait.
     */
    priority: Generated<number>;
    /** The service's own name for a message that it took. */
    service_id: Generated<string>;
    status_reason: string | null;
    /** The driver whose first payment sends a welcome that is held. */
    held_for: string | null;
  };
  /** The company's own words of text messages. */
  message_templates: {
    key: string;
    words: string;
    changed_by: string;
    changed_at: Date;
  };
  /** One row. `texts_per_day` is null where the server's limit holds. */
  message_sending: {
    id: string;
    status: Generated<'running' | 'texts_stopped' | 'all_stopped'>;
    status_reason: string | null;
    stopped_by: string | null;
    stopped_at: Date | null;
    texts_per_day: number | null;
    /** The day for which staff released the welcomes that were held. */
    welcomes_released_on: string | null;
  };
};

type LookupsTables = {
  nationalities: {
    id: GeneratedAlways<string>;
    nationality: string;
  };
  identifications: {
    id: GeneratedAlways<string>;
    identification: string;
    number_mask: string | null;
  };
  relationships: {
    id: GeneratedAlways<string>;
    relationship: string;
  };
  banks: {
    id: GeneratedAlways<string>;
    bank: string;
  };
  titles: {
    id: GeneratedAlways<string>;
    title: string;
  };
  paths: {
    id: GeneratedAlways<string>;
    path: string;
  };
  stops: {
    id: GeneratedAlways<string>;
    stop: string;
    gps_address: string | null;
  };
  reference_seeds: {
    list: string;
    item: string;
  };
};

type SiteTables = {
  settings: {
    name: string;
    value: Json<unknown>;
    updated_at: Generated<Date>;
  };
};

type AuditTables = {
  audit_log: {
    id: GeneratedAlways<string>;
    at: Date;
    actor_id: string | null;
    actor: string;
    action: string;
    subject_kind: string;
    subject_id: string;
    subject: string;
    before: Json<unknown> | null;
    after: Json<unknown> | null;
    request_id: string;
  };
};

type ApprovalsTables = {
  approvals: {
    id: GeneratedAlways<string>;
    kind: ApprovalKind;
    subject_id: string;
    subject: string;
    input: Json<unknown>;
    changes: Json<AskedChange[]>;
    reason: string | null;
    status: Generated<'asked' | 'approved' | 'refused' | 'withdrawn' | 'stale'>;
    status_reason: string | null;
    asked_by: string;
    asked_at: Date;
    decided_by: string | null;
    decided_at: Date | null;
    is_alone: Generated<boolean>;
    state_rank: GeneratedAlways<number>;
  };
  hands: {
    id: GeneratedAlways<string>;
    account_id: string;
    subject_kind: string;
    subject_id: string;
    what: string;
    at: Date;
  };
  alone_decisions: {
    id: GeneratedAlways<string>;
    account_id: string;
    action: AuditAction;
    subject_kind: string;
    subject_id: string;
    subject: string;
    at: Date;
  };
};

type FilesTables = {
  unowned_files: {
    /** The file's key in the store. */
    key: string;
    since: Date;
    /** No record may take the file any more: the sweep deletes it. */
    is_released: boolean;
  };
};

type JobsTables = {
  jobs: {
    id: GeneratedAlways<string>;
    name: string;
    /** Milliseconds, of a recurring job. */
    every_ms: string | null;
    input: OptionalJson<unknown>;
    status: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>;
    due_at: Date;
    /** Made anew whenever a server takes the job: one that lost its hold changes nothing more. */
    hold: string | null;
    attempts: Generated<number>;
    position: Json<unknown> | null;
    done: Generated<number>;
    total: number | null;
    note: Generated<string>;
    failure: Generated<string>;
    created_at: Date;
    begun_at: Date | null;
    ended_at: Date | null;
    /** The account that queued it; null for the server's own jobs. */
    queued_by: string | null;
    /**
     * The number of the server that holds it; null where the others could not see whether it lived.
     */
    server: number | null;
  };
  /** One row at most. */
  server_clock: {
    is_only: Generated<boolean>;
    seen_at: Date;
    ahead_at: Date | null;
    behind_since: Date | null;
  };
};

type LiveTables = {
  /** Written by triggers alone. */
  live_events: {
    /** The transaction's number, as text. */
    xid: Generated<string>;
    id: GeneratedAlways<string>;
    topic: string;
    at: Generated<Date>;
  };
};

type TotalsTables = {
  /**
   * Triggers on the counted tables append changes to `total_deltas`; a job folds them into these.
   */
  totals: {
    /** `drivers`, `payments:cleared`. */
    measure: string;
    /** A payment type's code; empty for the total of all keys. */
    key: string;
    grain: 'all' | 'month' | 'day';
    /** `all`, `2026-11` or `2026-11-20`. */
    period: string;
    count: string;
    amount: string;
  };
  total_deltas: {
    measure: string;
    key: string;
    day: string;
    count: string;
    amount: string;
  };
  /** SQL expressions over a row of `source`. Migrations alone write them. */
  total_definitions: {
    name: string;
    source: string;
    measure: string;
    key: string;
    day: string;
    amount: string;
    condition: string;
    /** A JOIN behind the table's rows; empty where a row says all. */
    joined: Generated<string>;
  };
};

type IdempotencyTables = {
  idempotency_keys: {
    endpoint: string;
    /** SHA-256 of the request's key, in hex. */
    key: string;
    /**
     * The first answer, sealed with the request's key; null only within the transaction that makes
     * it.
     */
    answer: Json<unknown> | null;
    created_at: Generated<Date>;
    /** SHA-256 of the request's body, in hex. */
    body_hash: string;
  };
};

type LimitsTables = {
  limit_counts: {
    /** The limit's name. */
    name: string;
    /** SHA-256 of the counted subject, in hex. */
    subject: string;
    starts_at: Date;
    ends_at: Date;
    count: number;
  };
};

type DatabaseTables = {
  /** One row, made by its migration. */
  database_identity: {
    single: Generated<boolean>;
    id: string;
    is_older: boolean;
    /** True once a server has run on it with secrets. */
    has_secrets: Generated<boolean>;
    /** The number of files that were missing when a person chose to go on without them. */
    files_given_up: Generated<string>;
  };
};

export type StoredTables = IdentityTables &
  DriversTables &
  PricesTables &
  PaymentsTables &
  ClearanceTables &
  RefundsTables &
  DevicesTables &
  TrackingTables &
  IncidentsTables &
  LandTables &
  ReceiptsTables &
  LedgerTables &
  BooksTables &
  ReportsTables &
  MessagesTables &
  LookupsTables &
  SiteTables &
  AuditTables &
  ApprovalsTables &
  FilesTables &
  JobsTables &
  LiveTables &
  TotalsTables &
  IdempotencyTables &
  LimitsTables &
  DatabaseTables;
