import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { Input, Textarea } from '../../../ui/input';
import { CardFooter, FormError } from '../../../ui/section';
import { useFeedbackForm } from '../use-feedback-form';
import { createSuggestion, suggestionsQuery } from './queries';

type SuggestionValues = { title: string; description: string };

const bothWanted = 'Please fill in both title and description';
const filled = (text: string) => text.trim() !== '';

export function SuggestionForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { register, handleSubmit, reset, setFocus, formState } = useForm<SuggestionValues>({
    defaultValues: { title: '', description: '' },
  });
  const { errors } = formState;

  const { create, busy, done } = useFeedbackForm({
    open,
    onClose,
    reset,
    focusTitle: () => setFocus('title'),
    create: ({ title, description }: SuggestionValues) =>
      createSuggestion({ title: title.trim(), description: description.trim() }),
    queryKey: suggestionsQuery.queryKey,
    words: { created: 'Suggestion created successfully!', failed: 'Failed to create suggestion' },
  });

  return (
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
              maxLength={200}
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
              maxLength={5000}
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
  );
}
