import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { Input, Textarea } from '../../../ui/input';
import { CardFooter, FormError } from '../../../ui/section';
import { toast } from '../../../ui/toast';
import { createSuggestion, suggestionsQuery } from './queries';

type SuggestionValues = { title: string; description: string };

const bothWanted = 'Please fill in both title and description';
const filled = (text: string) => text.trim() !== '';

/** What is typed survives a closed form and a failed call; it goes with Cancel and with success. */
export function SuggestionForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const { register, handleSubmit, reset, setFocus, formState } = useForm<SuggestionValues>({
    defaultValues: { title: '', description: '' },
  });
  const { errors } = formState;

  useEffect(() => {
    if (open) setFocus('title');
  }, [open, setFocus]);

  function done() {
    reset();
    onClose();
  }

  const create = useMutation({
    mutationFn: ({ title, description }: SuggestionValues) =>
      createSuggestion({ title: title.trim(), description: description.trim() }),
    onSuccess() {
      toast('Suggestion created successfully!');
      done();
      void queries.invalidateQueries({ queryKey: suggestionsQuery.queryKey });
    },
    onError: () => toast.error('Failed to create suggestion'),
  });

  return (
    <form
      id="suggestion-form"
      hidden={!open}
      noValidate
      aria-label="New Suggestion"
      onSubmit={handleSubmit((values) => create.mutate(values))}
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
        <Button type="submit" kind="primary" size="sm" busy={create.isPending}>
          Submit Suggestion
        </Button>
      </CardFooter>
    </form>
  );
}
