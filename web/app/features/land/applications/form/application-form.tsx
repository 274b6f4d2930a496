import {
  APPLICATION_KIND_LABELS,
  APPLICATION_KINDS,
  type ApplicationKind,
  type ApplicationRecord,
  addApplication,
  changeApplication,
  isAtDesk,
  type NewApplication,
  showApplication,
  showPlot,
} from '@banbo/contract';
import { Button, Group, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { FormArea } from '~/components/form/form-line.tsx';
import { Page } from '~/components/page/page.tsx';
import { RecordForm } from '~/components/record/record-form.tsx';
import { RecordLoaded } from '~/components/record/record-page.tsx';
import { LoadError } from '~/components/trouble/states.tsx';
import { change, read } from '~/lib/api/query-client.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { inTab } from '~/lib/use-kept.ts';
import { listOfKind } from '../application-table.tsx';
import { ApplicantContact, KinOfTenant, PersonalFields, ReferencesOfTenant } from './applicant-fields.tsx';
import { type ApplicationValues, checkApplication, partsOfForm, valuesOfApplication } from './application-values.ts';
import { FormSection } from './form-section.tsx';
import { useLongestTerm } from './longest-term.ts';
import { PlotChoice } from './plot-choice.tsx';
import { SamePerson, SamePlot, useRepeats } from './repeats.tsx';
import { TenantChoice } from './tenant-choice.tsx';
import { ConsentFields, EndedTenancy, InspectionFields, TermsFields } from './terms-fields.tsx';

type Form = ReturnType<typeof useForm<ApplicationValues>>;
type Repeats = ReturnType<typeof useRepeats>;

/** Keeps a form while its plot is added on another page. */
const KEPT = inTab('banbo-application');

type Kept = { path: string; values: ApplicationValues };

/** A form that was left at this address to add a plot. */
const keptAt = (path: string): ApplicationValues | null => {
  const kept = KEPT.read() as Partial<Kept> | null;
  return kept?.path === path && typeof kept.values === 'object' ? kept.values : null;
};

/** The applicant: a tenant who is known, or the facts of a new one. */
function ApplicantSection({ form, repeats }: { form: Form; repeats: Repeats }) {
  const { who, tenant_id = '' } = form.values;
  const take = (tenantId: string): void => {
    form.setFieldValue('who', 'known');
    form.setFieldValue('tenant_id', tenantId);
  };
  const field = (name: string) => form.field(`applicant.${name}`);
  const isPerson = form.values['applicant.kind'] !== 'organisation';
  return (
    <>
      <FormSection title="Applicant">
        <Stack gap="sm">
          <Radio.Group
            label="Who applies?"
            value={who ?? 'known'}
            error={form.errors.applicant}
            onChange={(next) => form.setFieldValue('who', next)}
          >
            <Group gap="lg" mt={4}>
              <Radio value="known" label="A tenant whom the office knows" />
              <Radio value="new" label="Somebody new" />
            </Group>
          </Radio.Group>
          {who === 'new' ? (
            <PersonalFields field={field} isPerson={isPerson} />
          ) : (
            <TenantChoice
              tenantId={tenant_id}
              error={form.errors.tenant_id}
              onChoose={(id) => form.setFieldValue('tenant_id', id)}
            />
          )}
          {repeats && <SamePerson repeats={repeats} onTake={who === 'new' ? take : null} />}
        </Stack>
      </FormSection>
      {who === 'new' && (
        <>
          <FormSection title="Contact">
            <ApplicantContact field={field} />
          </FormSection>
          <FormSection title="Next of kin and references">
            <KinOfTenant field={field} />
            <ReferencesOfTenant field={field} />
          </FormSection>
        </>
      )}
    </>
  );
}

type PlotSectionProps = { form: Form; kind: ApplicationKind; repeats: Repeats; onAdd: () => void };

/** The plot, and what a transfer or a repeat has to say about it. */
function PlotSection({ form, kind, repeats, onAdd }: PlotSectionProps) {
  const { plot_id: id = '' } = form.values;
  const { data: plot, error, refetch } = useQuery({ ...read(showPlot, { params: { id } }), enabled: id !== '' });
  if (id !== '' && !plot) {
    return (
      <FormSection title="Plot">
        {error ? (
          <>
            <LoadError message={error.message} onRetry={() => void refetch()} isPart />
            <Button variant="default" onClick={() => form.setFieldValue('plot_id', '')}>
              Another plot
            </Button>
          </>
        ) : (
          <p role="status">Loading the plot...</p>
        )}
      </FormSection>
    );
  }
  return (
    <FormSection title="Plot">
      <Stack gap="sm">
        <PlotChoice
          plot={plot}
          error={form.errors.plot_id}
          onChoose={(next) => form.setFieldValue('plot_id', next)}
          onAdd={kind === 'transfer' ? null : onAdd}
        />
        {kind === 'transfer' && plot && <EndedTenancy tenancy={plot.tenancy} />}
        {repeats && <SamePlot repeats={repeats} />}
      </Stack>
    </FormSection>
  );
}

type Props = { kind: ApplicationKind; application: ApplicationRecord | null };

/** A new application, or one at the desk that is changed. */
function ApplicationForm({ kind, application }: Props) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  // A press after a refusal must not overwrite another person's change, so the version stays.
  const [version] = useState(application?.version ?? null);
  const form = useForm({
    initial: valuesOfApplication(application),
    check: checkApplication(kind, version),
    keyName: `banbo-application-${kind}`,
  });
  const asked = query.get('plot');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const kept = keptAt(pathname);
    if (kept) form.setValues(kept);
    KEPT.drop();
    if (asked) form.setFieldValue('plot_id', asked);
  }, []);
  const repeats = useRepeats(form.values, application?.id ?? null);
  const longest = useLongestTerm(form.values);
  const addPlot = async (): Promise<void> => {
    const values = form.getValues();
    KEPT.write({ path: pathname, values } satisfies Kept);
    // Nothing is lost, so nothing is asked on leaving.
    form.reset(values);
    await navigate(`/add_plot?then=${encodeURIComponent(pathname)}`);
  };
  const send = async (values: ApplicationValues): Promise<{ message: string; id: string }> => {
    const parts = partsOfForm(kind, values);
    if (application && version !== null) {
      const body = { ...parts, version };
      return { ...(await change(changeApplication, { params: { id: application.id }, body })), id: application.id };
    }
    const body: NewApplication = { ...parts, kind };
    return change(addApplication, { body, idempotencyKey: form.retryKey.keyFor(body) });
  };
  return (
    <RecordForm
      form={form}
      send={send}
      action={application ? 'Update' : 'Keep as a draft'}
      cancel={application ? `/applications/${application.id}` : listOfKind(kind)}
      then={({ id }) => navigate(`/applications/${id}`, { replace: true })}
    >
      <PlotSection form={form} kind={kind} repeats={repeats} onAdd={() => void addPlot()} />
      <ApplicantSection form={form} repeats={repeats} />
      <FormSection title={kind === 'transfer' ? 'Terms that go on' : 'Terms'}>
        <TermsFields form={form} isTransfer={kind === 'transfer'} longest={longest} />
      </FormSection>
      {kind === 'regularization' && (
        <FormSection title="Inspection" lead="The applicant is on the land already. The office looks at it first.">
          <InspectionFields form={form} />
        </FormSection>
      )}
      {kind === 'transfer' && (
        <FormSection title="Consent of the lessor">
          <ConsentFields form={form} />
        </FormSection>
      )}
      <FormSection title={kind === 'others' ? 'What it is about' : 'Remarks'}>
        <FormArea
          {...form.field('about')}
          label={kind === 'others' ? 'Inheritance, renewal, an order of a court …' : 'Remarks'}
          hint={kind === 'others' ? undefined : 'Optional'}
          required={kind === 'others'}
          rows={3}
          maxLength={1000}
        />
      </FormSection>
    </RecordForm>
  );
}

const isKind = (text: string): text is ApplicationKind => (APPLICATION_KINDS as readonly string[]).includes(text);

const LEAD =
  'Only the plot is needed to keep a draft. Fields with * are needed before it is lodged; papers are added to the draft.';

/** Enters an application of the kind that the address names. */
export function AddApplication({ kind }: { kind: string }) {
  if (!isKind(kind)) {
    return (
      <Page title="New application">
        <p>There is no such kind of application.</p>
        <Link to="/sales_regularization">Choose a kind</Link>
      </Page>
    );
  }
  return (
    <Page title={`New application: ${APPLICATION_KIND_LABELS[kind]}`} lead={LEAD}>
      <ApplicationForm key={kind} kind={kind} application={null} />
    </Page>
  );
}

/** Changes an application that is a draft or was sent back; others say where they stand. */
export const EditApplication = ({ id }: { id: string }) => (
  <RecordLoaded
    of="application"
    query={read(showApplication, { params: { id } })}
    ways={[{ to: '/sales_regularization', label: 'See Sales & Regularization' }]}
  >
    {(application) => (
      <Page
        title={`Edit ${application.number}`}
        lead={`${APPLICATION_KIND_LABELS[application.kind]}. Fields with * are needed before it is lodged.`}
      >
        {isAtDesk(application.status) ? (
          <ApplicationForm key={application.id} kind={application.kind} application={application} />
        ) : (
          <p className="note">
            It is with the person who decides, or decided already, so it cannot be changed.{' '}
            <Link to={`/applications/${application.id}`}>See the application</Link>
          </p>
        )}
      </Page>
    )}
  </RecordLoaded>
);
