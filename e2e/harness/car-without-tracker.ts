import type { staffCalls } from './staff-calls.ts';

type Call = Awaited<ReturnType<typeof staffCalls>>;
type Car = { id: string; car_number: string; driver_code: string };

/** A car that a tracker can be fitted to, whose device fee is paid or is not. */
export const carWithoutTracker = async (call: Call, { isPaid }: { isPaid: boolean }): Promise<Car> => {
  const drivers: Car[] = await call('GET', '/drivers?size=100');
  for (const driver of drivers) {
    const { is_paid, device } = await call('GET', `/devices/fitting_check?driver_id=${driver.id}`);
    if (is_paid === isPaid && device === null) return driver;
  }
  throw new Error('Every such car of the demo has a tracker');
};
