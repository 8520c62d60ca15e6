import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, RotateCcw, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '../../shared/format/date';
import { initials } from '../../shared/format/initials';
import { formatCount } from '../../shared/format/number';
import { mostMembers } from '../../shared/limits.gen';
import { Button, IconButton } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Empty, Failed } from '../../ui/empty';
import { First } from '../../ui/first';
import { Page } from '../../ui/page';
import { CardFooter, Section } from '../../ui/section';
import { SectionSkeleton } from '../../ui/section-skeleton';
import { ShownOnceDialog } from '../../ui/shown-once-dialog';
import { SkeletonRows } from '../../ui/skeleton';
import { useCarryOut } from '../../ui/use-carry-out';
import { useNow } from '../../ui/use-now';
import { useQueue } from '../../ui/use-queue';
import { StorefrontGate } from '../storefront/storefront-gate';
import { InviteDialog, type MemberCode } from './invite-dialog';
import { membersQuery, removeMember, resetMemberCode, type Member } from './queries';
import { RoleDialog } from './role-dialog';
import { isOver, roles } from './roles';

export function MembersPage() {
  return (
    <Page title="Helpers">
      <StorefrontGate
        emptyText="Helpers are let into one storefront."
        skeleton={<SectionSkeleton height="h-46" />}
      >
        {({ guildId, name }) => <Members guildId={guildId} storefront={name} />}
      </StorefrontGate>
    </Page>
  );
}

const counted = (count: number) =>
  count < mostMembers
    ? formatCount(count, 'helper')
    : `${mostMembers} of ${mostMembers}: nobody else fits in`;

type Asking = { what: 'change' | 'reset' | 'remove'; member: Member };

function Members({ guildId, storefront }: { guildId: string; storefront: string }) {
  const { data: members, isError, error, refetch, isFetching } = useQuery(membersQuery(guildId));
  const [inviting, setInviting] = useState(false);
  const [asking, setAsking] = useState<Asking>();
  const codes = useQueue<MemberCode>(
    ({ name }) => `Make a new access code for ${name}: this one was not shown.`,
  );
  const full = (members?.length ?? 0) >= mostMembers;
  const done = () => setAsking(undefined);

  return (
    <Section
      title="Helpers"
      hint={
        <>
          People who help you in <bdi>{storefront}</bdi>, each with an access code of their own. What they do
          carries their name.
        </>
      }
      aside={<RoleList />}
    >
      <div aria-busy={!members && !isError} className="card min-w-0 overflow-hidden">
        {members ? (
          members.length > 0 ? (
            <ul className="divide-y divide-line">
              {members.map((member) => (
                <MemberRow key={member.id} member={member} onAsk={(what) => setAsking({ what, member })} />
              ))}
            </ul>
          ) : (
            <Empty icon={Users} title="No helpers yet" text="You run this storefront alone" />
          )
        ) : isError ? (
          <Failed
            title="Your helpers could not be loaded"
            error={error}
            onRetry={refetch}
            busy={isFetching}
          />
        ) : (
          <SkeletonRows rows={3} tile mayBeEmpty />
        )}
        <CardFooter fact={members && members.length > 0 && counted(members.length)}>
          <First ready={members !== undefined}>
            <Button
              kind="primary"
              size="sm"
              icon={<Plus aria-hidden size={16} strokeWidth={2} />}
              disabled={!members || full}
              onClick={() => setInviting(true)}
            >
              Add helper
            </Button>
          </First>
        </CardFooter>
      </div>
      {inviting && <InviteDialog guildId={guildId} onCode={codes.add} onClosed={() => setInviting(false)} />}
      {asking?.what === 'change' && <RoleDialog guildId={guildId} member={asking.member} onClosed={done} />}
      {asking?.what === 'reset' && (
        <ResetDialog guildId={guildId} member={asking.member} onCode={codes.add} onClosed={done} />
      )}
      {asking?.what === 'remove' && <RemoveDialog guildId={guildId} member={asking.member} onClosed={done} />}
      {codes.first && !inviting && !asking && (
        <ShownOnceDialog
          key={codes.first.code}
          large
          title={
            <>
              Access code for <bdi>{codes.first.name}</bdi>
            </>
          }
          text="It is shown this once. Give it to them in private: whoever has it is them."
          secret={codes.first.code}
          said="Access code copied!"
          onClosed={codes.dropFirst}
        />
      )}
    </Section>
  );
}

function RoleList() {
  return (
    <dl className="flex flex-col gap-2 text-small">
      {Object.entries(roles).map(([role, { label, may }]) => (
        <div key={role}>
          <dt className="font-medium">{label}</dt>
          <dd className="text-pretty text-fg2">{may}</dd>
        </div>
      ))}
    </dl>
  );
}

function MemberRow({ member, onAsk }: { member: Member; onAsk: (what: Asking['what']) => void }) {
  const { username, role, until } = member;
  const now = useNow();
  return (
    <li className="flex min-h-16.5 flex-wrap items-center gap-x-3.5 gap-y-2 px-5 py-3 max-sm:px-4">
      <span
        aria-hidden
        className="flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-full bg-s2 text-small font-semibold text-fg2"
      >
        {initials(username)}
      </span>
      <div className="flex min-w-28 flex-1 flex-col gap-0.5">
        <p dir="auto" className="text-left font-medium wrap-anywhere">
          {username}
        </p>
        <p className="text-small text-fg3">
          <span className="text-fg2">{roles[role].label}</span>
          {until &&
            (isOver(until, now) ? (
              <span className="text-amber"> · ended {formatDate(until)}</span>
            ) : (
              ` · until ${formatDate(until)}`
            ))}
        </p>
      </div>
      <div className="ml-auto flex gap-1">
        <IconButton
          label={`Change ${username}`}
          icon={<Pencil aria-hidden size={16} strokeWidth={1.75} />}
          onClick={() => onAsk('change')}
        />
        <IconButton
          label={`New access code for ${username}`}
          icon={<RotateCcw aria-hidden size={16} strokeWidth={1.75} />}
          onClick={() => onAsk('reset')}
        />
        <IconButton
          label={`Remove ${username}`}
          icon={<Trash2 aria-hidden size={16} strokeWidth={1.75} />}
          onClick={() => onAsk('remove')}
        />
      </div>
    </li>
  );
}

type ResetDialogProps = {
  guildId: string;
  member: Member;
  onCode: (code: MemberCode) => void;
  onClosed: () => void;
};

function ResetDialog({ guildId, member, onCode, onClosed }: ResetDialogProps) {
  async function reset() {
    const { accessCode } = await resetMemberCode(guildId, member.id);
    onCode({ name: member.username, code: accessCode });
  }
  return (
    <ConfirmDialog
      title={
        <>
          A new access code for <bdi>{member.username}</bdi>?
        </>
      }
      text="The old one stops working, and they are signed out everywhere."
      confirmLabel="New code"
      failure="Failed to make a new code"
      onConfirm={reset}
      onClosed={onClosed}
    />
  );
}

function RemoveDialog({
  guildId,
  member,
  onClosed,
}: {
  guildId: string;
  member: Member;
  onClosed: () => void;
}) {
  const carryOut = useCarryOut('members');
  return (
    <ConfirmDialog
      title={
        <>
          Remove <bdi>{member.username}</bdi>?
        </>
      }
      text="They are signed out at once, and their access code stops working. What they did keeps their name."
      confirmLabel="Remove"
      failure="Failed to remove the helper"
      onConfirm={() => carryOut(removeMember(guildId, member.id), 'Helper removed!')}
      onClosed={onClosed}
    />
  );
}
