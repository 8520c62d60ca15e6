import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';
import type { Schema } from '../../api/types';

export type Insights = Schema<'Insights'>;
export const spans = [7, 30, 90] as const;
export type Span = (typeof spans)[number];

/** The span that an address names, else 30 days. */
export const chosenSpan = (params: URLSearchParams): Span =>
  spans.find((span) => String(span) === params.get('days')) ?? 30;

/**
 * The figures of a storefront, or of all of them for an empty id. Refetched even when nothing happens, because a new
 * day begins.
 */
export const insightsQuery = (days: Span, guildId: string) =>
  queryOptions({
    queryKey: ['insights', days, guildId],
    queryFn: ({ signal }) =>
      api.get('/api/dashboard/insights', {
        params: { query: { days, guildId: guildId || undefined } },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 5 * 60_000,
  });
