import { useForm, useWatch } from 'react-hook-form';
import { longestFeedbackText, longestFeedbackTitle } from '../../../shared/limits.gen';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { Input, Textarea } from '../../../ui/input';
import { LeaveGuard } from '../../../ui/leave-guard';
import { CardFooter, FormError } from '../../../ui/section';
import { useUnsent } from '../../auth/use-unsent';
import { useFeedbackForm } from '../use-feedback-form';
import { createSuggestion, suggestionsQuery } from './queries';

type SuggestionValues = { title: string; description: string };

const nothing: SuggestionValues = { title: '', description: '' };
const bothWanted = 'Please fill in both title and description';
const filled = (text: string) => text.trim() !== '';

export function SuggestionForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const unsent = useUnsent<SuggestionValues>('suggestion');
  const { register, handleSubmit, getValues, reset, setFocus, control, formState } =
    useForm<SuggestionValues>({
      defaultValues: unsent ?? nothing,
    });
  const values = useWatch({ control }) as SuggestionValues;
  const typed = filled(values.title) || filled(values.description) ? values : undefined;
  const { errors } = formState;

  const { create, busy, done } = useFeedbackForm({
    name: 'suggestion',
    typed,
    open,
    onClose,
    getValues: () => getValues(),
    reset: () => reset(nothing),
    focusTitle: () => setFocus('title'),
    create: ({ title, description }: SuggestionValues) =>
      createSuggestion({ title: title.trim(), description: description.trim() }),
    queryKey: suggestionsQuery.queryKey,
    words: { created: 'Suggestion created successfully!', failed: 'Failed to create suggestion' },
  });

  return (
    <>
      <LeaveGuard dirty={typed !== undefined} text="Your suggestion has not been submitted." />
      <form
        id="suggestion-form"
        hidden={!open}
        noValidate
        aria-label="New Suggestion"
        onSubmit={handleSubmit((values) => create(values))}
        className="card"
      >
        <div className="flex flex-col gap-5 px-5 py-4.5 max-sm:px-4">
          <Field label="Title">
            {(field) => (
              <Input
                {...field}
                maxLength={longestFeedbackTitle}
                aria-invalid={errors.title && true}
                aria-describedby={errors.title && 'suggestion-error'}
                {...register('title', { validate: filled })}
              />
            )}
          </Field>
          <Field label="Description">
            {(field) => (
              <Textarea
                {...field}
                maxLength={longestFeedbackText}
                aria-invalid={errors.description && true}
                aria-describedby={errors.description && 'suggestion-error'}
                {...register('description', { validate: filled })}
              />
            )}
          </Field>
        </div>
        <CardFooter
          fact={
            (errors.title || errors.description) && <FormError id="suggestion-error" message={bothWanted} />
          }
        >
          <Button size="sm" onClick={done}>
            Cancel
          </Button>
          <Button type="submit" kind="primary" size="sm" busy={busy}>
            Submit Suggestion
          </Button>
        </CardFooter>
      </form>
    </>
  );
}
