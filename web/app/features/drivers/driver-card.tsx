import { fullName } from '@banbo/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { FactList } from '~/components/record/fact-list.tsx';
import { DriverLoaded, DriverPhoto } from './driver-photo.tsx';
import { RemovedNotice } from './driver-standing.tsx';
import styles from './drivers.module.css';

/** A driver at a glance: full name, photo, driver code and car number. */
export function DriverCard({ id }: { id: string }) {
  return (
    <DriverLoaded id={id}>
      {(driver) => (
        <Page>
          <RemovedNotice driver={driver} />
          <div className={styles.profile}>
            <DriverPhoto
              id={driver.id}
              name={fullName(driver)}
              photo={driver.photo}
              size="8rem"
              alt={`Photo of ${fullName(driver)}`}
            />
            <div className={styles.glance}>
              <FactList
                facts={[
                  ['Full Name', fullName(driver)],
                  ['Driver Code', driver.driver_code],
                  ['Car Number', driver.car_number],
                ]}
              />
            </div>
          </div>
          <div className={styles.actions}>
            <Button component={Link} to={`/view_driver/${driver.id}`}>
              Everything about this driver
            </Button>
            <Button component={Link} to="/global_drivers" variant="default">
              Cancel
            </Button>
          </div>
        </Page>
      )}
    </DriverLoaded>
  );
}
