import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Failed } from '../../ui/empty';
import { Page, useScreenTitle } from '../../ui/page';
import { useUser } from '../auth/require-user';
import { ChatRoom } from './chat-room';
import { ChatSkeleton } from './chat-skeleton';
import { useProfile } from './profile';
import { roomQuery, useChatHost } from './queries';
import { UsernamePrompt } from './username-prompt';

/** Shows the room to users who have a name here, and asks everybody else for one. */
export function ChatPage() {
  useScreenTitle('Chat');
  const user = useUser();
  const { profile, choose, moveTo, save } = useProfile(user.id);
  const queries = useQueryClient();
  const room = roomQuery(useChatHost());
  const info = useQuery(room);
  // The user may already have chosen a name in another browser.
  const known = profile ?? info.data?.me;

  if (known) {
    const takeAnotherId = async () => {
      const answer = await queries.ensureQueryData(room).catch(() => undefined);
      moveTo(answer?.me?.authorId);
    };
    const rename = (author: string) => (profile ? choose(author) : save({ ...known, author }));
    return (
      <ChatRoom
        key={user.id}
        me={known}
        info={info.data}
        onRename={rename}
        onAuthorTaken={() => void takeAnotherId()}
      />
    );
  }
  if (info.data) return <UsernamePrompt suggestion={user.username} onChoose={choose} />;
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
