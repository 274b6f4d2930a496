import type { Passwords } from '#domains/identity';
import { passwords } from './harness.ts';

/** The tests' hashing: counts checked passwords, and can hold checks until `open` is called. */
export const watchedHashing = ({ held = false } = {}) => {
  const gate = Promise.withResolvers<void>();
  if (!held) gate.resolve();
  const watched = { checks: 0, open: gate.resolve };
  const hashing: Passwords = {
    withSlot: (work, of) =>
      passwords.withSlot(
        ({ hash, check }) =>
          work({
            hash,
            check: async (...given) => {
              watched.checks += 1;
              await gate.promise;
              return check(...given);
            },
          }),
        of,
      ),
  };
  return { watched, hashing };
};
