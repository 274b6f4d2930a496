import { useEffect, useState } from 'react';

/** The secret behind the address's `#`, which browsers send to nobody; null before it is read. */
export const useHashSecret = (): string | null => {
  const [secret, setSecret] = useState<string | null>(null);
  useEffect(() => {
    const take = (): void => setSecret(window.location.hash.slice(1));
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return secret;
};
