import { fullName } from '@banbo/contract';
import { Box, Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '~/components/page/page.tsx';
import { FactList } from '~/components/record/fact-list.tsx';
import { DriverLoaded, DriverPhoto } from './driver-photo.tsx';
import { RemovedNotice } from './driver-standing.tsx';

/** A driver at a glance: full name, photo, driver code and car number. */
export function DriverCard({ id }: { id: string }) {
  return (
    <DriverLoaded id={id}>
      {(driver) => (
        <Page>
          <RemovedNotice driver={driver} />
          <Group gap="lg" mb="xl">
            <DriverPhoto
              id={driver.id}
              name={fullName(driver)}
              photo={driver.photo}
              size="8rem"
              alt={`Photo of ${fullName(driver)}`}
            />
            <Box flex="1 1 16rem" maw="32rem">
              <FactList
                facts={[
                  ['Full Name', fullName(driver)],
                  ['Driver Code', driver.driver_code],
                  ['Car Number', driver.car_number],
                ]}
              />
            </Box>
          </Group>
          <Group gap="sm">
            <Button component={Link} to={`/view_driver/${driver.id}`}>
              Everything about this driver
            </Button>
            <Button component={Link} to="/global_drivers" variant="default">
              Cancel
            </Button>
          </Group>
        </Page>
      )}
    </DriverLoaded>
  );
}
