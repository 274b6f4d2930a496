/** Numbers of records of one table, with a bit for each number that there may be. */
export type IdSet = { ids: readonly string[]; bits: Buffer };

export const idSet = (ids: readonly string[]): IdSet => {
  const greatest = ids.reduce((most, id) => Math.max(most, Number(id)), 0);
  const bits = Buffer.alloc(Math.floor(greatest / 8) + 1);
  for (const id of ids) {
    const at = Math.floor(Number(id) / 8);
    bits[at] = (bits[at] ?? 0) | (1 << (Number(id) % 8));
  }
  return { ids, bits };
};
