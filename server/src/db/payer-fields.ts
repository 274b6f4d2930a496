/** The payer's columns in payments and prompts: a driver, or a payer of the land side. */
export const PAYER_FIELDS = [
  'driver_id',
  'tenant_id',
  'application_id',
  'plot_id',
  'tenancy_id',
  'payer_name',
  'payer_details',
  'payer_number',
] as const;
