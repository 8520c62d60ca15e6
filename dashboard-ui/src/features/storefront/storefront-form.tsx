import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ApiError, errorMessage } from '../../api/client';
import type { Schema } from '../../api/types';
import { longestFooter, longestStorefrontName } from '../../shared/limits.gen';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Field } from '../../ui/field';
import { First } from '../../ui/first';
import { Input } from '../../ui/input';
import { LeaveGuard } from '../../ui/leave-guard';
import { sayFailure } from '../../ui/say-failure';
import { CardFooter, FormError, Section } from '../../ui/section';
import { takeSaved } from '../../ui/take-saved';
import { toast } from '../../ui/toast';
import { Truncated } from '../../ui/truncated';
import { KeepUnsent, useUnsentForm } from '../auth/unsent-form';
import { ColourInput } from './colour-input';
import { createStorefront, storefrontsQuery, updateStorefront } from './queries';
import { StorefrontPreview } from './storefront-preview';
import { newStorefront, rules, toInput, toValues, type StorefrontValues } from './storefront-values';

type StorefrontFormProps = {
  /** Undefined for a new storefront. */
  storefront?: Schema<'Storefront'>;
  /** Called with the id of the new storefront. */
  onCreated?: (guildId: string) => void;
  /** Additional actions in the footer. */
  children?: ReactNode;
};

export function StorefrontForm({ storefront, onCreated, children }: StorefrontFormProps) {
  const queries = useQueryClient();
  const here = useRef<HTMLFormElement>(null);
  const given = storefront ? toValues(storefront) : newStorefront;
  const form = useForm<StorefrontValues>({
    // Takes in new values from elsewhere, except in fields that were edited.
    values: given,
    resetOptions: { keepDirtyValues: true },
  });
  const { register, handleSubmit, control, setError, formState } = form;
  const { errors, isDirty } = formState;
  const preview = useWatch({ control });
  const unsent = `storefront ${storefront?.guildId ?? 'new'}`;
  useUnsentForm(unsent, form);

  const save = useMutation({
    mutationFn: ({ sent }: { sent: StorefrontValues; before: StorefrontValues }) =>
      storefront ? updateStorefront(storefront.guildId, toInput(sent)) : createStorefront(toInput(sent)),
    async onSuccess(saved, { sent, before }) {
      takeSaved(form, { before, now: given, sent, saved: toValues(saved) });
      await queries.invalidateQueries({ queryKey: storefrontsQuery.queryKey });
      toast(storefront ? 'Storefront saved!' : 'Storefront created!');
    },
    onError(error) {
      const message = errorMessage(error, 'Failed to save the storefront');
      const taken = error instanceof ApiError && error.status === 409 && !storefront;
      sayFailure(here, message, () =>
        setError(taken ? 'guildId' : 'root', { message }, { shouldFocus: taken }),
      );
    },
  });

  // A callback of `mutate`, because those do not run if the form is unmounted: then the user stays where they are.
  const submit = (sent: StorefrontValues) =>
    save.mutate({ sent, before: given }, { onSuccess: ({ guildId }) => onCreated?.(guildId) });

  return (
    <form ref={here} noValidate onSubmit={handleSubmit(submit)} className="contents">
      <KeepUnsent name={unsent} control={control} />
      <LeaveGuard
        dirty={isDirty}
        text="What you changed in this storefront is lost."
        leaves={(from, to) => from.pathname !== to.pathname || shownIn(from) !== shownIn(to)}
      />
      <Section
        title={storefront ? 'Storefront' : 'New storefront'}
        hint="Your shop as customers see it: on the redeem, order status and live stock pages."
        aside={
          <>
            {storefront && isDirty && <Badge status="unsaved changes" />}
            <StorefrontPreview
              name={preview.name ?? ''}
              logo={storefront?.logo ?? null}
              embedColor={preview.embedColor ?? ''}
              redeemFooter={preview.redeemFooter ?? ''}
              embedFooter={preview.embedFooter ?? ''}
              guildId={storefront?.guildId}
              storeLink={preview.storeLink ?? ''}
              discordLink={preview.discordLink ?? ''}
            />
          </>
        }
      >
        <div className="card">
          <div className="grid grid-cols-2 gap-x-4 gap-y-5 px-5 py-4.5 max-sm:grid-cols-1 max-sm:px-4">
            <First ready={!storefront}>
              <Field label="Name" error={errors.name?.message}>
                {(field) => (
                  <Input
                    {...field}
                    maxLength={longestStorefrontName}
                    {...register('name', { validate: rules.name })}
                  />
                )}
              </Field>
            </First>
            {storefront ? (
              <GuildId guildId={storefront.guildId} />
            ) : (
              <Field
                label="Server ID"
                hint="Of the server you sell from. Turn on Settings → Advanced → Developer Mode, right-click the server (on a phone: long-press), then Copy Server ID."
                error={errors.guildId?.message}
              >
                {(field) => (
                  <Input
                    {...field}
                    mono
                    inputMode="numeric"
                    {...register('guildId', { validate: rules.guildId })}
                  />
                )}
              </Field>
            )}
            <Field label="Colour" error={errors.embedColor?.message}>
              {(field) => <ColourInput field={field} control={control} rule={rules.embedColor} />}
            </Field>
            <Field
              label="Low stock notice"
              hint="When this many tokens of a type are left, or fewer. 0: only when none are."
              error={errors.lowStockThreshold?.message}
            >
              {(field) => (
                <Input
                  {...field}
                  inputMode="numeric"
                  {...register('lowStockThreshold', { validate: rules.threshold })}
                />
              )}
            </Field>
            <Field label="Store link" optional error={errors.storeLink?.message}>
              {(field) => (
                <Input
                  {...field}
                  type="url"
                  placeholder="https://"
                  {...register('storeLink', { validate: rules.link })}
                />
              )}
            </Field>
            <Field label="Community link" optional error={errors.discordLink?.message}>
              {(field) => (
                <Input
                  {...field}
                  type="url"
                  placeholder="https://"
                  {...register('discordLink', { validate: rules.link })}
                />
              )}
            </Field>
            <Field
              label="Log channel ID"
              optional
              hint="Where the bot posts orders, low stock and code resets."
              error={errors.logChannelId?.message}
            >
              {(field) => (
                <Input
                  {...field}
                  mono
                  inputMode="numeric"
                  {...register('logChannelId', { validate: rules.chatId })}
                />
              )}
            </Field>
            <Field
              label="Low stock role ID"
              optional
              hint="Mentioned there when stock is low or empty."
              error={errors.lowStockRoleId?.message}
            >
              {(field) => (
                <Input
                  {...field}
                  mono
                  inputMode="numeric"
                  {...register('lowStockRoleId', { validate: rules.chatId })}
                />
              )}
            </Field>
            <Field label="Redeem page footer" optional>
              {(field) => <Input {...field} maxLength={longestFooter} {...register('redeemFooter')} />}
            </Field>
            <Field label="Order & stock footer" optional>
              {(field) => <Input {...field} maxLength={longestFooter} {...register('embedFooter')} />}
            </Field>
          </div>
          <CardFooter fact={errors.root && <FormError message={errors.root.message} />}>
            {children}
            <Button
              type="submit"
              kind="primary"
              size="sm"
              busy={save.isPending}
              disabled={Boolean(storefront) && !isDirty && !save.isPending}
            >
              {storefront ? 'Save' : 'Create storefront'}
            </Button>
          </CardFooter>
        </div>
      </Section>
    </form>
  );
}

/** Identifies the form that an address shows. */
function shownIn({ search }: { search: string }): string {
  const params = new URLSearchParams(search);
  return params.has('new') ? 'new' : (params.get('guild') ?? '');
}

/** Read-only once the storefront exists, because orders and keys refer to it. */
function GuildId({ guildId }: { guildId: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="text-small font-medium">Server ID</p>
      <div className="flex h-9 items-center justify-between gap-2 rounded-control border border-line bg-s2 pr-1 pl-3 max-sm:h-11">
        <Truncated text={guildId} className="mono" />
        <CopyButton text={guildId} label="Copy Server ID" />
      </div>
    </div>
  );
}
