import { CarSwitch } from '~/features/drivers/cars/car-switch.tsx';
import { OwnCarRequests } from '~/features/drivers/cars/own-cars.tsx';
import styles from '~/features/payments/standing/member.module.css';
import { MemberStanding } from '~/features/payments/standing/member-standing.tsx';
import { OwnPayments } from '~/features/payments/standing/own-payments.tsx';
import { titled } from '~/lib/page-title.ts';

export const meta = titled('My Page');

export default function MemberHome() {
  return (
    <>
      <CarSwitch />
      <MemberStanding />
      <section className={styles.section} aria-labelledby="payments-title">
        <h2 id="payments-title">My payments</h2>
        <OwnPayments />
      </section>
      <OwnCarRequests />
    </>
  );
}
