/** A part of the description as it is written out. */
export type Json = { readonly [name: string]: unknown };

/** `registerDriver` as `RegisterDriver`, and `too_slow` as `TooSlow`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
