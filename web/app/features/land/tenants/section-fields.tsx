import type { FieldProps } from '~/components/form/form-frame.tsx';
import {
  ApplicantContact,
  KinOfTenant,
  PersonalFields,
  ReferencesOfTenant,
} from '../applications/form/applicant-fields.tsx';
import { NOTHING_CHANGED } from './section-values.ts';
import type { TenantSection } from './tenant-sections.ts';

type Props = {
  section: TenantSection;
  field: (name: string) => Omit<FieldProps, 'label'>;
  isPerson: boolean;
};

/** The fields of a part of a tenant's record. */
export function SectionFields({ section, field, isPerson }: Props) {
  if (section === 'personal') return <PersonalFields field={field} isPerson={isPerson} />;
  if (section === 'contact') return <ApplicantContact field={field} />;
  return section === 'kin' ? <KinOfTenant field={field} /> : <ReferencesOfTenant field={field} />;
}

/** Stands under the fields once they were sent as they are, until one of them changes. */
export const UnchangedLine = ({ isShown }: { isShown: boolean }) => (
  <p role="alert" className={isShown ? 'notice' : 'visually-hidden'}>
    {isShown && NOTHING_CHANGED}
  </p>
);
