import { NoticeSwitch } from '../../ui/notice-switch';
import { mentionNotices } from './mention-notices';

export function MentionNoticesSwitch() {
  return (
    <NoticeSwitch
      notices={mentionNotices}
      label="Tell me when I am mentioned in the chat"
      hint="A notice for each message that names or answers you, while this page is open behind others."
    />
  );
}
