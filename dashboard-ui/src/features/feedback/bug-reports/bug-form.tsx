import { useController, useForm, useWatch } from 'react-hook-form';
import { longestFeedbackText, longestFeedbackTitle } from '../../../shared/limits.gen';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { Input, Textarea } from '../../../ui/input';
import { LeaveGuard } from '../../../ui/leave-guard';
import { CardFooter, FormError } from '../../../ui/section';
import { Select } from '../../../ui/select';
import { useUnsent } from '../../auth/use-unsent';
import { useFeedbackForm } from '../use-feedback-form';
import { bugReportsQuery, createBugReport, type NewBugReport } from './queries';
import { severityOptions } from './severities';

/** The form fills in every field; an empty text means "not given". */
type BugValues = { [Name in keyof NewBugReport]-?: NonNullable<NewBugReport[Name]> };

const emptyReport: BugValues = {
  title: '',
  description: '',
  steps: '',
  expectedBehavior: '',
  actualBehavior: '',
  severity: 'medium',
};

const leastWanted = 'Please fill in at least the title and description';
const filled = (text: string) => text.trim() !== '';

export function BugForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const unsent = useUnsent<BugValues>('bug report');
  const form = useForm<BugValues>({ defaultValues: unsent ?? emptyReport });
  const { register, handleSubmit, getValues, reset, setFocus, control, formState } = form;
  const { field: severity } = useController({ name: 'severity', control });
  const { errors } = formState;
  const values = useWatch({ control }) as BugValues;
  const typed = hasText(values) ? values : undefined;
  // Shown below the first field that it is about, which has the focus. On a phone the footer is too far away.
  const whyNot = <FormError id="bug-error" message={leastWanted} />;

  const { create, busy, done } = useFeedbackForm({
    name: 'bug report',
    typed,
    open,
    onClose,
    getValues: () => getValues(),
    reset: () => reset(emptyReport),
    focusTitle: () => setFocus('title'),
    create: (report: BugValues) => createBugReport(trimmed(report)),
    queryKey: bugReportsQuery.queryKey,
    words: { created: 'Bug report created successfully!', failed: 'Failed to create bug report' },
  });

  return (
    <>
      <LeaveGuard dirty={typed !== undefined} text="Your report has not been submitted." />
      <form
        id="bug-form"
        hidden={!open}
        noValidate
        aria-label="Report Bug"
        onSubmit={handleSubmit((report) => create(report))}
        className="card"
      >
        <div className="grid grid-cols-6 gap-x-4 gap-y-5 px-5 py-4.5 max-sm:px-4 max-md:*:col-span-6">
          <Field label="Title" className="col-span-4">
            {(field) => (
              <>
                <Input
                  {...field}
                  maxLength={longestFeedbackTitle}
                  aria-invalid={errors.title && true}
                  aria-describedby={errors.title && 'bug-error'}
                  {...register('title', { validate: filled })}
                />
                {errors.title && whyNot}
              </>
            )}
          </Field>
          <Field label="Severity" className="col-span-2">
            {(field) => (
              <Select
                {...field}
                value={severity.value}
                onChange={severity.onChange}
                options={severityOptions}
              />
            )}
          </Field>
          <Field label="Description" className="col-span-6">
            {(field) => (
              <>
                <Textarea
                  {...field}
                  maxLength={longestFeedbackText}
                  aria-invalid={errors.description && true}
                  aria-describedby={errors.description && 'bug-error'}
                  {...register('description', { validate: filled })}
                />
                {!errors.title && errors.description && whyNot}
              </>
            )}
          </Field>
          <Field label="Steps to reproduce" optional className="col-span-2">
            {(field) => <Textarea {...field} maxLength={longestFeedbackText} {...register('steps')} />}
          </Field>
          <Field label="Expected behaviour" optional className="col-span-2">
            {(field) => (
              <Textarea {...field} maxLength={longestFeedbackText} {...register('expectedBehavior')} />
            )}
          </Field>
          <Field label="Actual behaviour" optional className="col-span-2">
            {(field) => (
              <Textarea {...field} maxLength={longestFeedbackText} {...register('actualBehavior')} />
            )}
          </Field>
        </div>
        <CardFooter>
          <Button size="sm" onClick={done}>
            Cancel
          </Button>
          <Button type="submit" kind="primary" size="sm" busy={busy}>
            Submit Report
          </Button>
        </CardFooter>
      </form>
    </>
  );
}

/** Whether anything was written. A chosen severity alone does not count. */
const hasText = (report: BugValues) => Object.values({ ...report, severity: '' }).some(filled);

function trimmed(report: BugValues): BugValues {
  return {
    title: report.title.trim(),
    description: report.description.trim(),
    steps: report.steps.trim(),
    expectedBehavior: report.expectedBehavior.trim(),
    actualBehavior: report.actualBehavior.trim(),
    severity: report.severity,
  };
}
