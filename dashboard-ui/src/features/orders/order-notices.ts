import { createNotices } from '../../shared/notices';

/** Of orders that wait for the seller. */
export const orderNotices = createNotices('order notices');
