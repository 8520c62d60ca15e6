import { useSyncExternalStore } from 'react';
import type { ChatConnection, ChatState } from './connection';

/** One part of a connection's state. Changes of other parts do not render the component again. */
export function useChatPart<Part extends keyof ChatState>(chat: ChatConnection, part: Part): ChatState[Part] {
  return useSyncExternalStore(chat.subscribe, () => chat.getState()[part]);
}
