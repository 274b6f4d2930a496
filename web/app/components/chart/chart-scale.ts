/** A round amount at or above the largest, and the steps up to it: `[5000, 10000]`. */
export const gridOf = (largest: number): number[] => {
  if (largest <= 0) return [];
  const unit = 10 ** Math.floor(Math.log10(largest));
  const step = [0.5, 1, 2, 5].map((times) => times * unit).find((one) => largest / one <= 3) ?? unit;
  return Array.from({ length: Math.ceil(largest / step) }, (_, index) => (index + 1) * step);
};

/** `5000` as `5k`, `1500000` as `1.5m`. */
export const shortAmount = (amount: number): string => {
  if (amount >= 1_000_000) return `${amount / 1_000_000}m`;
  return amount >= 1_000 ? `${amount / 1_000}k` : String(amount);
};
