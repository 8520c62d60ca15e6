import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useController, useForm } from 'react-hook-form';
import { errorMessage } from '../../api/client';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { useModal } from '../../ui/modal';
import { sayFailure } from '../../ui/say-failure';
import { FormError } from '../../ui/section';
import { Select } from '../../ui/select';
import { toast } from '../../ui/toast';
import { changeMember, membersQuery, type Member, type Role } from './queries';
import { dayOf, endOfDay, roleOptions, roles } from './roles';
import { UntilField } from './until-field';

const saying = (error: Error) => errorMessage(error, 'Failed to change the helper');

type RoleValues = { role: Role; until: string };

/** Changes a helper's role and its end. It takes effect with the helper's next request. */
export function RoleDialog({
  guildId,
  member,
  onClosed,
}: {
  guildId: string;
  member: Member;
  onClosed: () => void;
}) {
  const modal = useModal(onClosed);
  const queries = useQueryClient();
  const { register, handleSubmit, control, formState } = useForm<RoleValues>({
    defaultValues: { role: member.role, until: dayOf(member.until) },
  });
  const { field: role } = useController({ name: 'role', control });
  const { dirtyFields, errors } = formState;

  const change = useMutation({
    // Unchanged fields are left out: the end is an exact time of which the field shows only the day.
    mutationFn: ({ role, until }: RoleValues) =>
      changeMember(guildId, member.id, {
        role: dirtyFields.role ? role : undefined,
        until: dirtyFields.until ? endOfDay(until) : undefined,
      }),
    onSuccess() {
      toast('Helper changed!');
      modal.close();
      void queries.invalidateQueries({ queryKey: membersQuery(guildId).queryKey });
    },
    onError: (error) => sayFailure(modal.ref, saying(error)),
  });

  return (
    <Dialog
      modal={modal}
      title={
        <>
          Change <bdi>{member.username}</bdi>
        </>
      }
      footer={
        <>
          <Button onClick={modal.close}>Cancel</Button>
          <Button type="submit" form="change-helper" kind="primary" busy={change.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form
        id="change-helper"
        noValidate
        onSubmit={handleSubmit((values) => change.mutate(values))}
        className="grid grid-cols-2 gap-x-4 gap-y-5 max-sm:grid-cols-1"
      >
        <Field label="Role" hint={roles[role.value].may}>
          {(field) => <Select {...field} value={role.value} onChange={role.onChange} options={roleOptions} />}
        </Field>
        <UntilField error={errors.until?.message} register={(rule) => register('until', rule)} />
      </form>
      <FormError message={change.error ? saying(change.error) : undefined} />
    </Dialog>
  );
}
