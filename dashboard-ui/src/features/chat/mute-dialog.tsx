import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Select } from '../../ui/select';
import { toast } from '../../ui/toast';
import type { Person } from './message';
import { muteAuthor, mutesQuery, useChatHost } from './queries';

const lengths = [
  { value: '10', label: '10 minutes' },
  { value: '60', label: '1 hour' },
  { value: '1440', label: '1 day' },
  { value: '10080', label: '1 week' },
  { value: '', label: 'Until unmuted' },
];

/** Asks an admin for how long somebody may not write. */
export function MuteDialog({ person, onClosed }: { person: Person; onClosed: () => void }) {
  const host = useChatHost();
  const queries = useQueryClient();
  const [minutes, setMinutes] = useState('60');

  async function mute() {
    await muteAuthor(host, person.authorId, minutes ? Number(minutes) : undefined);
    toast(`${person.author} is muted`);
    void queries.invalidateQueries({ queryKey: mutesQuery(host).queryKey });
  }

  return (
    <ConfirmDialog
      title={
        <>
          Mute <bdi>{person.author}</bdi>?
        </>
      }
      text={
        <div className="flex flex-col gap-4">
          <p>They can read on, but cannot write until it is over.</p>
          <Select aria-label="For how long" value={minutes} onChange={setMinutes} options={lengths} />
        </div>
      }
      confirmLabel="Mute"
      failure="Failed to mute"
      onConfirm={mute}
      onClosed={onClosed}
    />
  );
}
