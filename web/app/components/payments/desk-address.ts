type Fee = { payment_type: string; payment_year?: number | null; payment_month?: string | null; amount?: string };

/** The desk with a driver found, and a fee of theirs; by default with what of it is missing. */
export const deskAddress = (
  driver: string,
  { payment_type, payment_year, payment_month, amount }: Partial<Fee> = {},
) => {
  const given = { driver, payment_type, payment_year, payment_month, amount };
  const named = Object.entries(given).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return `/receive_payments?${new URLSearchParams(named)}`;
};

type LandPayerAndMoney = {
  tenant_id?: string;
  application_id?: string;
  plot_id?: string;
  transaction_id?: string;
  network?: string | null;
  amount?: string;
};

/** The desk of the land side with a payer chosen, or with money that was recorded before. */
export const landDeskAddress = (given: LandPayerAndMoney = {}) => {
  const named = Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `/receive_payment?${new URLSearchParams(named)}`;
};
