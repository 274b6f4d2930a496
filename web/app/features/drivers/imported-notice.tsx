import { type Driver, missingInWords } from '@banbo/contract';
import { Link } from 'react-router';
import notice from '~/components/trouble/notice.module.css';
import { useAbility } from '~/lib/ability.ts';
import styles from './drivers.module.css';

/** Says of an imported driver which list the record came from, and what of it is still to be given. */
export function ImportedNotice({ driver }: { driver: Driver }) {
  const { can } = useAbility();
  const missing = missingInWords(driver);
  if (driver.import_id === null || driver.erased_at !== null) return null;
  return (
    <div role="status" className={`${notice.notice} ${styles.imported}`}>
      <p>
        {missing !== '' && (
          <>
            <strong>Incomplete:</strong> this record lacks {missing}.{' '}
          </>
        )}
        {can('drivers.import') ? (
          <Link to={`/driver_import/${driver.import_id}`}>Imported from a list</Link>
        ) : (
          'Imported from a list'
        )}
        .
      </p>
    </div>
  );
}
