import { createNotices } from '../../shared/notices';

/** Of messages that mention one, or answer one's own. */
export const mentionNotices = createNotices('mention notices');
