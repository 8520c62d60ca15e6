import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AtSign, Volume2, VolumeX } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../shared/format/date';
import { errorMessage } from '../../api/client';
import { Button, IconButton } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { useModal } from '../../ui/modal';
import { toast } from '../../ui/toast';
import { Truncated } from '../../ui/truncated';
import { Avatar } from './avatar';
import type { ChatState } from './connection';
import type { Person } from './message';
import { mutesQuery, unmuteAuthor, useChatHost } from './queries';

type PeopleDialogProps = {
  presence: ChatState['presence'];
  me: string;
  admin: boolean;
  onMention: (person: Person) => void;
  onMute: (person: Person) => void;
  onClosed: () => void;
};

/** Lists who is present; admins also see who is muted. */
export function PeopleDialog({ presence, me, admin, onMention, onMute, onClosed }: PeopleDialogProps) {
  const modal = useModal(onClosed);
  const { count, members } = presence;
  return (
    <Dialog modal={modal} title="Who is here">
      {members.length === 0 ? (
        <p className="text-fg2">Nobody is listed right now.</p>
      ) : (
        <ul aria-label="Here now" className="flex flex-col gap-1">
          {members.map((person) => (
            <PersonRow
              key={person.authorId}
              person={person}
              note={person.authorId === me ? 'You' : undefined}
            >
              {person.authorId !== me && (
                <>
                  <IconButton
                    label={`Mention ${person.author}`}
                    icon={<AtSign aria-hidden size={17} strokeWidth={1.75} />}
                    onClick={() => {
                      modal.close();
                      onMention(person);
                    }}
                  />
                  {admin && (
                    <IconButton
                      label={`Mute ${person.author}`}
                      icon={<VolumeX aria-hidden size={17} strokeWidth={1.75} />}
                      onClick={() => onMute(person)}
                    />
                  )}
                </>
              )}
            </PersonRow>
          ))}
        </ul>
      )}
      {count > members.length && members.length > 0 && (
        <p className="text-small text-fg3">and {count - members.length} more</p>
      )}
      {admin && <Muted />}
    </Dialog>
  );
}

function Muted() {
  const host = useChatHost();
  const queries = useQueryClient();
  const { data } = useQuery(mutesQuery(host));
  if (!data || data.mutes.length === 0) return null;

  async function unmute({ authorId, author }: Person) {
    try {
      await unmuteAuthor(host, authorId);
      toast(`${author} can write again`);
    } catch (error) {
      toast.error(errorMessage(error, 'Failed to unmute'));
    }
    void queries.invalidateQueries({ queryKey: mutesQuery(host).queryKey });
  }

  return (
    <section aria-labelledby="chat-muted" className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 id="chat-muted" className="text-small font-medium">
        Muted
      </h3>
      <ul className="flex flex-col gap-1">
        {data.mutes.map((one) => (
          <PersonRow
            key={one.authorId}
            person={one}
            note={one.until ? `until ${formatDateTime(one.until)}` : 'until unmuted'}
          >
            <Button
              size="sm"
              aria-label={`Unmute ${one.author}`}
              icon={<Volume2 aria-hidden size={16} strokeWidth={1.75} />}
              onClick={() => void unmute(one)}
            >
              Unmute
            </Button>
          </PersonRow>
        ))}
      </ul>
    </section>
  );
}

function PersonRow({ person, note, children }: { person: Person; note?: string; children: ReactNode }) {
  return (
    <li className="flex min-h-11 items-center gap-3">
      <Avatar person={person} />
      <span className="flex min-w-0 flex-1 flex-col">
        <Truncated text={person.author} className="font-medium" />
        {note && <span className="text-small text-fg3">{note}</span>}
      </span>
      {children}
    </li>
  );
}
