import { createNotices } from '../../shared/notices';

/** Notifications about orders that wait for the seller. */
export const orderNotices = createNotices('order notices');
