import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

const path = '/api/dashboard/delivery-text';

/** What a store tells a customer after a purchase. Empty until the seller saves one. */
export const deliveryTextQuery = queryOptions({
  queryKey: ['settings', 'delivery-text'],
  queryFn: ({ signal }) => api.get<Schema<'DeliveryText'>>(path, { signal }),
});

export const saveDeliveryText = (text: string) =>
  api.post<Schema<'DeliveryTextSaved'>>(path, { text } satisfies Schema<'DeliveryText'>);
