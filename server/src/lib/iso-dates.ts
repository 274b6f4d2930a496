type IsoDates<Row> = {
  [Key in keyof Row]: Row[Key] extends Date ? string : Row[Key] extends Date | null ? IsoOrNull<Row[Key]> : Row[Key];
};
type IsoOrNull<Value> = Value extends Date ? string : Value;

/** A row with its moments as answers give them. */
export const withIsoDates = <Row extends object>(row: Row): IsoDates<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as IsoDates<Row>;
