import type { ChosenPhoto } from '~/lib/photo/choose-photo.ts';
import { ContactPage } from './pages/contact-page.tsx';
import { KinPage } from './pages/kin-page.tsx';
import { PaymentPage } from './pages/payment-page.tsx';
import { PersonalPage } from './pages/personal-page.tsx';
import { ReferencePage } from './pages/reference-page.tsx';
import { TermsPage } from './pages/terms-page.tsx';
import type { RegistrationForm } from './use-registration-form.ts';

type Props = {
  page: number;
  form: RegistrationForm;
  photo: ChosenPhoto | null;
  photoError: string | undefined;
  onPhoto: (photo: ChosenPhoto | null) => void;
  onEdit: (page: number) => void;
};

export function WizardPageContent({ page, form, photo, photoError, onPhoto, onEdit }: Props) {
  if (page === 0) return <PersonalPage form={form} photo={photo} photoError={photoError} onPhoto={onPhoto} />;
  if (page === 1) return <ContactPage form={form} />;
  if (page === 2) return <KinPage form={form} />;
  if (page === 3) return <ReferencePage form={form} />;
  if (page === 4) return <TermsPage form={form} />;
  return <PaymentPage form={form} photo={photo} onEdit={onEdit} />;
}
