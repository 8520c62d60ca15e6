import { createNotices } from '../../shared/notices';

/** Notifications about messages that mention the user or answer one of theirs. */
export const mentionNotices = createNotices('mention notices');
