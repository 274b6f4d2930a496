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
