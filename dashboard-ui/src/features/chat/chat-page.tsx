import { useQuery } from '@tanstack/react-query';
import { Failed } from '../../ui/empty';
import { Page, usePageTitle } from '../../ui/page';
import { useUser } from '../auth/require-user';
import { ChatRoom } from './chat-room';
import { ChatSkeleton } from './chat-skeleton';
import { useProfile } from './profile';
import { roomQuery, useChatHost } from './queries';
import { UsernamePrompt } from './username-prompt';

/** The room for who has a name here; the question for one to everybody else. */
export function ChatPage() {
  usePageTitle('Chat');
  const user = useUser();
  const { profile, choose, moveTo, save } = useProfile(user.id);
  const info = useQuery(roomQuery(useChatHost()));
  // Another browser of the same user may have chosen already.
  const known = profile ?? info.data?.me;

  if (known) {
    const rename = (author: string) => (profile ? choose(author) : save({ ...known, author }));
    return (
      <ChatRoom
        key={user.id}
        me={known}
        info={info.data}
        onRename={rename}
        onAuthorTaken={() => moveTo(info.data?.me?.authorId)}
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
