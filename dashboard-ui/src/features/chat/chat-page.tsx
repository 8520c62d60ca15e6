import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Failed } from '../../ui/empty';
import { Page, useScreenTitle } from '../../ui/page';
import { useUser } from '../auth/require-user';
import { ChatRoom } from './chat-room';
import { ChatSkeleton } from './chat-skeleton';
import { useProfile } from './profile';
import { roomQuery, useChatHost } from './queries';
import { UsernamePrompt } from './username-prompt';

/** Shows the room to users who have chosen a name in this browser, and asks everybody else for one. */
export function ChatPage() {
  useScreenTitle('Chat');
  const user = useUser();
  const { profile, choose, moveTo, save } = useProfile(user.id);
  const queries = useQueryClient();
  const room = roomQuery(useChatHost());
  const info = useQuery(room);

  if (profile) {
    const takeAnotherId = async () => {
      const answer = await queries.ensureQueryData(room).catch(() => undefined);
      moveTo(answer?.me?.authorId);
    };
    return (
      <ChatRoom
        key={user.id}
        me={profile}
        info={info.data}
        onRename={choose}
        onAuthorTaken={() => void takeAnotherId()}
      />
    );
  }
  if (info.data) {
    // Whoever keeps the name from another browser is the same author here.
    const { me } = info.data;
    const join = (name: string) => (me?.author === name ? save(me) : choose(name));
    return <UsernamePrompt suggestion={me?.author ?? user.username} onChoose={join} />;
  }
  if (info.isError)
    return (
      <Page title="Chat">
        <div className="card">
          <Failed
            title="Failed to load the chat"
            error={info.error}
            onRetry={info.refetch}
            busy={info.isFetching}
          />
        </div>
      </Page>
    );
  return <ChatSkeleton />;
}
