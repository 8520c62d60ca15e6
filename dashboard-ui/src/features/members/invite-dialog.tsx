import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useController, useForm } from 'react-hook-form';
import { errorMessage } from '../../api/client';
import { longestUsername } from '../../shared/limits.gen';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { useModal } from '../../ui/modal';
import { sayFailure } from '../../ui/say-failure';
import { FormError } from '../../ui/section';
import { Select } from '../../ui/select';
import { addMember, membersQuery, type Role } from './queries';
import { dayOf, endOfDay, roleOptions, roles } from './roles';
import { UntilField } from './until-field';

const saying = (error: Error) => errorMessage(error, 'Failed to add the helper');

type InviteValues = { username: string; role: Role; until: string; discordId: string };

/** A helper's name with their access code. */
export type MemberCode = { name: string; code: string };

type InviteDialogProps = { guildId: string; onCode: (code: MemberCode) => void; onClosed: () => void };

/** Invites a helper, then shows the access code that they sign in with. */
export function InviteDialog({ guildId, onCode, onClosed }: InviteDialogProps) {
  const modal = useModal(onClosed);
  const queries = useQueryClient();
  const { register, handleSubmit, control, formState } = useForm<InviteValues>({
    defaultValues: { username: '', role: 'packer', until: '', discordId: '' },
  });
  const { field: role } = useController({ name: 'role', control });
  const { errors } = formState;

  const add = useMutation({
    mutationFn: ({ username, role, until, discordId }: InviteValues) =>
      addMember(guildId, {
        username: username.trim(),
        role,
        until: endOfDay(until),
        discordId: discordId.trim() || null,
      }),
    onSuccess({ accessCode }, { username }) {
      onCode({ name: username.trim(), code: accessCode });
      modal.close();
      void queries.invalidateQueries({ queryKey: membersQuery(guildId).queryKey });
    },
    onError: (error) => sayFailure(modal.ref, saying(error)),
  });

  return (
    <Dialog
      modal={modal}
      title="Add helper"
      footer={
        <>
          <Button onClick={modal.close}>Cancel</Button>
          <Button type="submit" form="add-helper" kind="primary" busy={add.isPending}>
            Add
          </Button>
        </>
      }
    >
      <form
        id="add-helper"
        noValidate
        onSubmit={handleSubmit((values) => add.mutate(values))}
        className="grid grid-cols-2 gap-x-4 gap-y-5 max-sm:grid-cols-1"
      >
        <Field
          label="Name"
          hint="Stands at what they do."
          error={errors.username?.message}
          className="sm:col-span-2"
        >
          {(field) => (
            <Input
              {...field}
              data-autofocus
              maxLength={longestUsername}
              {...register('username', {
                validate: (name) => name.trim() !== '' || 'Please enter a name',
              })}
            />
          )}
        </Field>
        <Field label="Role" hint={roles[role.value].may}>
          {(field) => <Select {...field} value={role.value} onChange={role.onChange} options={roleOptions} />}
        </Field>
        <UntilField
          error={errors.until?.message}
          min={dayOf(new Date().toISOString())}
          register={(rule) => register('until', rule)}
        />
        <Field
          label="Discord user ID"
          optional
          hint="Gives them the commands of their role in chat."
          error={errors.discordId?.message}
          className="sm:col-span-2"
        >
          {(field) => (
            <Input
              {...field}
              inputMode="numeric"
              {...register('discordId', {
                validate: (id) => /^(\d{17,20})?$/.test(id.trim()) || 'An ID has 17 to 20 digits',
              })}
            />
          )}
        </Field>
      </form>
      <FormError message={add.error ? saying(add.error) : undefined} />
    </Dialog>
  );
}
