import { formatPhone } from '../common/formats.ts';
import type { Site } from './schemas.ts';

type Party = Pick<
  Site,
  'company_name' | 'office_location' | 'gps_address' | 'email' | 'mobile_numbers' | 'places_kept_days'
>;

export type AgreementSection = { heading: string; paragraphs: readonly string[] };

/** The day the text last changed. */
export const AGREEMENT_DATE = '2026-11-25';
export const AGREEMENT_TITLE = 'Terms & Conditions';
export const AGREEMENT_PATH = '/documents/agreement.pdf';

/**
 * The agreement in nine sections, the one text for the pages and for the PDF. Imports no zod: plain
 * public pages load this.
 */
export const agreementSections = (party: Party): readonly AgreementSection[] => [
  introduction(party.company_name),
  SCOPE,
  OBLIGATIONS,
  privacy(party.places_kept_days),
  LIABILITY,
  TERMINATION,
  GOVERNING_LAW,
  AMENDMENTS,
  contact(party),
];

const introduction = (company: string): AgreementSection => ({
  heading: 'Introduction',
  paragraphs: [
    `These terms are the agreement between ${company} (“we”) and the driver or vehicle owner who registers with us (“you”). They cover our driver-safety service: the equipment, the monitoring and the response team.`,
    'You accept them when you tick the agreement in the registration and submit it. An acceptance given electronically binds as one on paper does, under the Electronic Transactions Act, 2008 (Act 772).',
  ],
});

const SCOPE: AgreementSection = {
  heading: 'Scope of Service',
  paragraphs: [
    'We supply and fit a GPS tracking device with a panic button, and the further equipment of the plan you chose. We monitor its signals 24 hours a day, and when you raise an alarm we try to reach you, send our response team and inform the Ghana Police Service.',
    'What each plan holds, and its price, is on our Pricing page. The registration fee is paid once, the device once, the subscription every month and in advance.',
    'We are not the police, an ambulance or a fire service, and we do not replace them. How fast help arrives depends on the network, the road, the traffic and the place.',
    'If you are not satisfied, tell us within 30 days of your first payment and bring the equipment back undamaged: we return what you paid.',
  ],
};

const OBLIGATIONS: AgreementSection = {
  heading: 'Client Obligations',
  paragraphs: [
    'You give true and complete information about yourself, your vehicle, your next of kin and your reference person, and tell us when it changes.',
    'You keep the equipment as we fitted it: you do not open, move, cover or remove it, nor let others do so, and you bring the vehicle in when a device has to be checked.',
    'You use the panic button for emergencies. Repeated false alarms may be charged at what they cost us, after we have warned you.',
    'You pay the fees when they are due. A payment counts once we have matched its Transaction ID with the money received.',
    'Equipment for self-defence, such as pepper spray, is used only as far as the law of Ghana allows.',
  ],
};

const privacy = (keptDays: number): AgreementSection => ({
  heading: 'Privacy and Data Protection',
  paragraphs: [
    'We hold what you gave us in the registration, your payments, and the positions and alarms your device sends. We use them to run the service, to help you in an emergency and to keep our accounts, and for nothing else.',
    'We handle them under the Data Protection Act, 2012 (Act 843). You may ask to see what we hold on you, have it corrected, and have it erased when no law obliges us to keep it.',
    'Only staff whose work needs it can see your data. We share it with the Ghana Police Service and other emergency services when an alarm or a lawful order requires it, and with nobody else unless you agree.',
    `We keep the places of your vehicle for ${keptDays} days, the older ones thinned out, then delete them. You see them on your page, and who of our staff looked at them and when. Staff of the control room see them; if the vehicle is declared stolen, so do those to whom we give a link for at most 72 hours, and we keep when and from where it was opened.`,
  ],
});

const LIABILITY: AgreementSection = {
  heading: 'Liability and Indemnity',
  paragraphs: [
    'We do our work with reasonable care and skill. We do not promise that a crime, an accident or a loss will be prevented, and our service is not an insurance.',
    'We are not liable for what is beyond our control: networks or satellites that fail, equipment that was tampered with, wrong information given to us, or the acts of others.',
    'Where we are liable for loss of property, our liability ends at the fees you paid us in the twelve months before it. Nothing here limits a liability that the law does not let us limit.',
    'You make good what we have to pay to others because you used the service unlawfully or broke these terms.',
  ],
};

const TERMINATION: AgreementSection = {
  heading: 'Termination',
  paragraphs: [
    'You may end this agreement at any time with 30 days’ notice in writing. Months already begun are not paid back, save under the 30-day guarantee.',
    'We may suspend the monitoring when a subscription is more than 30 days overdue, after reminding you, and end the agreement when you misuse the service or break these terms gravely.',
    'When the agreement ends, equipment that is ours is returned within 14 days, and we erase your data unless the law obliges us to keep it.',
  ],
};

const GOVERNING_LAW: AgreementSection = {
  heading: 'Governing Law',
  paragraphs: [
    'This agreement is governed by the laws of the Republic of Ghana.',
    'We first try to settle a dispute by talking, then by mediation under the Alternative Dispute Resolution Act, 2010 (Act 798). What remains is decided by the courts of Ghana.',
  ],
};

const AMENDMENTS: AgreementSection = {
  heading: 'Amendments',
  paragraphs: [
    'We may change these terms and our prices. We tell you by message or e-mail at least 30 days before a change takes effect, and publish the new text here with its date.',
    'If you do not agree with a change you may end the agreement before it takes effect. Who goes on using the service after that day accepts it.',
  ],
};

/** The ways to reach the company, as far as they are set. */
const contact = ({ company_name, office_location, gps_address, email, mobile_numbers }: Party): AgreementSection => {
  const place = office_location && `, ${office_location}${gps_address && ` (GPS address ${gps_address})`}`;
  const ways = [
    ...(email ? [`E-mail ${email}.`] : []),
    ...(mobile_numbers.length > 0 ? [`Telephone ${mobile_numbers.map(formatPhone).join(', ')}.`] : []),
  ];
  return {
    heading: 'Contact',
    paragraphs: [
      `Questions, notices and complaints go to ${company_name}${place}.`,
      ...(ways.length > 0 ? [ways.join(' ')] : []),
    ],
  };
};
