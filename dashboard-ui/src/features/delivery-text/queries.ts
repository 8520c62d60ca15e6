import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';

/** What a customer is told after a purchase. Empty until the seller saves one. */
export const deliveryTextQuery = queryOptions({
  queryKey: ['delivery_text'],
  queryFn: ({ signal }) => api.get('/api/dashboard/delivery-text', { signal }),
});

export const saveDeliveryText = (text: string) =>
  api.post('/api/dashboard/delivery-text', { body: { text } });
