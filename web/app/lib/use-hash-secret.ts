import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The secret behind the address's `#`, which browsers send to nobody; null before it is read. */
export const useHashSecret = (): string | null => {
  const [secret, setSecret] = useState<string | null>(null);
  // A link to the same page without the secret fires no `hashchange`.
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry may have another secret
  useEffect(() => {
    const take = (): void => setSecret(window.location.hash.slice(1));
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, [key]);
  return secret;
};
