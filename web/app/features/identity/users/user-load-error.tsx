import { LoadError } from '~/components/trouble/states.tsx';
import { isNotFound } from '~/lib/api.ts';
import { ALL_USERS } from './user-queries.ts';

/** A user who could not be loaded, with the way to all of them. */
export function UserLoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return <LoadError message={error.message} onRetry={onRetry} isMissing={isNotFound(error)} ways={[ALL_USERS]} />;
}
