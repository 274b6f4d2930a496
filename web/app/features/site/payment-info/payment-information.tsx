import { ACCOUNTS_TO_COME, formatMoney, type MomoAccount, PAYMENTS_OPEN_SOON } from '@banbo/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFees, useSite } from '~/components/site/site-info.ts';
import { OnRoad } from '../art/icon.tsx';
import { Trotro } from '../art/trotro.tsx';
import { FeeCards } from '../parts/fee-cards.tsx';
import { PageHead, Section } from '../parts/section.tsx';
import styles from './payment-information.module.css';

/** A phone; its screen is drawn between x 28–132 and y 40–180. */
function PhonePicture({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 160 220" width="160" height="220" aria-hidden="true">
      <rect x="16" y="6" width="128" height="208" rx="20" fill="#06251d" />
      <rect x="23" y="24" width="114" height="166" rx="6" fill="#fbfaf6" />
      <path stroke="#4c5a53" strokeWidth="4" strokeLinecap="round" d="M68 15h24" />
      <circle cx="80" cy="202" r="6" fill="none" stroke="#4c5a53" strokeWidth="2.5" />
      {children}
    </svg>
  );
}

type Step = { title: string; text: string; picture: ReactNode };

/** `GHS 1,500.00` in the largest letters would overflow the phone. */
const LONGEST = 8;

const sizeOf = (words: string, strong: boolean): number => {
  if (!strong) return 12.5;
  return words.length > LONGEST ? 13.5 : 17;
};

const line = (y: number, words: string, strong = false) => (
  <text
    x="80"
    y={y}
    fontSize={sizeOf(words, strong)}
    fontWeight={strong ? 800 : 500}
    textAnchor="middle"
    fill="#14211c"
  >
    {words}
  </text>
);

/** How to pay, with a picture for each step; `fee` is the price of registering. */
const paySteps = (merchant: string, fee: string): Step[] => [
  {
    title: 'Dial your MoMo menu',
    text: 'MTN MoMo: *170#. Telecel Cash and AT Money: *110#. You can also use your network’s MoMo app.',
    picture: (
      <PhonePicture key="dial">
        {line(92, '*170#', true)}
        <circle cx="80" cy="142" r="20" fill="#177a5c" />
        <path
          fill="#fff"
          d="M72 133c2-2 5-1 6 2l1 4c0 1-2 2-3 3 2 4 4 6 8 8 1-1 2-3 3-3l4 1c3 1 4 4 2 6-12 6-29-9-21-21Z"
        />
      </PhonePicture>
    ),
  },
  {
    title: 'Choose to pay a merchant',
    text: 'Take “MoMoPay & Pay Bill”, then “MoMoPay”.',
    picture: (
      <PhonePicture key="menu">
        {line(72, '1  Transfer')}
        <path fill="#f4bd3f" d="M34 82h92v22H34z" />
        {line(98, '2  MoMoPay')}
        {line(124, '3  Airtime')}
        {line(150, '4  Cash out')}
      </PhonePicture>
    ),
  },
  {
    title: 'Type our merchant number',
    text: 'Check that the name on your screen is ours before you go on.',
    picture: (
      <PhonePicture key="merchant">
        {line(80, 'Merchant')}
        {line(110, merchant, true)}
        <path fill="none" stroke="#8d8a7d" strokeWidth="2" d="M36 120h88" />
      </PhonePicture>
    ),
  },
  {
    title: 'Amount and reference',
    text: 'Type the amount of the fee, and your car number as the reference. Confirm with your PIN. We never ask for your PIN.',
    picture: (
      <PhonePicture key="amount">
        {line(76, fee, true)}
        <rect x="34" y="94" width="92" height="28" rx="5" fill="#fff" stroke="#14211c" strokeWidth="2.5" />
        {line(113, 'GR 1234-20')}
        {line(152, '• • • •', true)}
      </PhonePicture>
    ),
  },
  {
    title: 'Keep the Transaction ID',
    text: 'MoMo answers with a message. Its Transaction ID is your proof.',
    picture: (
      <PhonePicture key="message">
        <path fill="#dcefe7" d="M28 56h104v88H48l-14 14v-14h-6z" />
        {line(80, 'Payment made.')}
        {line(104, 'Transaction ID')}
        {line(128, '68576386182')}
      </PhonePicture>
    ),
  },
  {
    title: 'Send us the ID',
    text: 'On the Payments page type your car number, choose what you paid for, and enter the Transaction ID.',
    picture: (
      <PhonePicture key="send">
        {line(70, 'Payments', true)}
        <path fill="none" stroke="#8d8a7d" strokeWidth="2" d="M34 84h92v22H34zM34 114h92v22H34z" />
        <rect x="34" y="146" width="92" height="24" rx="5" fill="#12614a" />
        <text x="80" y="163" fontSize="13" fontWeight="700" textAnchor="middle" fill="#fff">
          Submit
        </text>
      </PhonePicture>
    ),
  },
];

function PaySteps({ merchant, fee }: { merchant: string; fee: string }) {
  return (
    <ol className="tiles">
      {paySteps(merchant, fee).map(({ title, text, picture }, index) => (
        <li key={title} className={styles.step}>
          {picture}
          <div>
            <h3>
              {index + 1}. {title}
            </h3>
            <p className="muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

export default function PaymentInformation() {
  const { momo_merchants, momo_numbers, opens_soon } = useSite();
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
      {opens_soon ? (
        <Section title="Our MoMo accounts" ground="sunk">
          <p className="lead">{PAYMENTS_OPEN_SOON}</p>
        </Section>
      ) : (
        <>
          <Section title="Our MoMo accounts" subtitle="Pay only to these. We never ask for your PIN." ground="sunk">
            {momo_merchants.length + momo_numbers.length === 0 && <p className="soft">{ACCOUNTS_TO_COME}</p>}
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
      )}
    </>
  );
}

function Accounts({ title, accounts }: { title: string; accounts: MomoAccount[] }) {
  if (accounts.length === 0) return null;
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
