import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useConfig } from '../../api/bootstrap';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { sayFailure } from '../../ui/say-failure';
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival';
import { addDomain, domainsQuery } from './queries';
import { ProofRecord } from './dns-record';
import {
  cleanDomain,
  domainRefusal,
  failureOf,
  mostDomains,
  onlyOneDomain,
  proofOf,
  refusalOf,
  takesOver,
} from './rules';

type DomainFormProps = { kind?: 'primary' | 'secondary'; onAdded: () => void };

/** Enter submits. A refusal is shown under the field, and the input is kept. */
export function DomainForm({ kind = 'primary', onAdded }: DomainFormProps) {
  const { cnameTarget } = useConfig();
  const queries = useQueryClient();
  const here = useRef<HTMLFormElement>(null);
  const owned = useQuery(domainsQuery).data?.length ?? 0;
  const full = owned >= mostDomains;
  const { register, handleSubmit, control, reset, setError, setFocus, formState } = useForm({
    defaultValues: { domain: '' },
  });
  useFocusOnArrival(() => kind === 'primary' && !full && setFocus('domain'));

  const refused = (message: string) =>
    sayFailure(here, message, () => setError('domain', { message }, { shouldFocus: true }));
  const add = useMutation({
    mutationFn: addDomain,
    onSuccess(answer) {
      if (!answer.success) return refused(refusalOf(answer));
      reset();
      onAdded();
      void queries.invalidateQueries({ queryKey: domainsQuery.queryKey });
    },
    onError: (error) => refused(failureOf(error)),
  });

  const typed = useWatch({ control, name: 'domain' });
  const proof = cleanDomain(typed) === add.variables ? proofOf(add.error) : undefined;

  return (
    <form
      ref={here}
      noValidate
      onSubmit={handleSubmit(({ domain }) => add.mutate(cleanDomain(domain)))}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 max-sm:grid-cols-1"
    >
      <Field
        label="Domain"
        hint={full ? onlyOneDomain : undefined}
        error={full ? undefined : formState.errors.domain?.message}
      >
        {(field) => (
          <Input
            {...field}
            mono
            disabled={full}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="shop.example.com"
            {...register('domain', { validate: (typed) => domainRefusal(typed, owned, cnameTarget) ?? true })}
          />
        )}
      </Field>
      <Button type="submit" kind={kind} busy={add.isPending} disabled={full} className="sm:mt-6">
        Add Domain
      </Button>
      {proof && !full && <p className="col-span-full text-small text-fg2">{takesOver}</p>}
      {proof && !full && <ProofRecord proof={proof} />}
    </form>
  );
}
