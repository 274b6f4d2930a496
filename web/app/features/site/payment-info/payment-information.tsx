import { formatMoney, type MomoAccount } from '@banbo/contract';
import { Link } from 'react-router';
import { useFees, useSite } from '~/components/site/site-info.ts';
import { OnRoad } from '../art/icon.tsx';
import { Trotro } from '../art/trotro.tsx';
import { FeeCards } from '../parts/fee-cards.tsx';
import { PageHead, Section } from '../parts/section.tsx';
import { PaySteps } from './pay-steps.tsx';
import styles from './payment-information.module.css';

export default function PaymentInformation() {
  const { momo_merchants, momo_numbers } = useSite();
  const fees = useFees();
  return (
    <>
      <PageHead
        title="Payment Information"
        lead="What it costs, where to send it, and how, step by step."
        art={
          <OnRoad height={151}>
            <Trotro />
          </OnRoad>
        }
      />
      <Section title="Fees">
        <div className={styles.fees}>
          <FeeCards />
        </div>
      </Section>
      <Section title="Our MoMo accounts" subtitle="Pay only to these. We never ask for your PIN." ground="sunk">
        <div className="tiles halves">
          <Accounts title="Merchant numbers" accounts={momo_merchants} />
          <Accounts title="Mobile account numbers" accounts={momo_numbers} />
        </div>
      </Section>
      <Section title="How to pay">
        <PaySteps merchant={momo_merchants[0]?.number ?? ''} fee={formatMoney(fees.registration)} />
        <Link to="/main_payments" className="button">
          I have paid: send the Transaction ID
        </Link>
      </Section>
    </>
  );
}

function Accounts({ title, accounts }: { title: string; accounts: MomoAccount[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul className={`stack close ${styles.list}`}>
        {accounts.map(({ network, name, number }) => (
          <li key={network + number}>
            <span className="muted">{network}</span>
            <b>{number}</b>
            <span className="muted">{name}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
