import { useInfiniteQuery } from '@tanstack/react-query';
import { CheckCheck, Clock, Lightbulb, Plus } from 'lucide-react';
import type { Schema } from '../../../api/types';
import { formatNumber } from '../../../shared/format/number';
import { Button } from '../../../ui/button';
import { Empty, Failed } from '../../../ui/empty';
import { figureOf } from '../../../ui/figure-of';
import { LoadMore } from '../../../ui/load-more';
import { Page } from '../../../ui/page';
import { StatCard } from '../../../ui/stat-card';
import { EntryRowsSkeleton } from '../entry-rows-skeleton';
import { useWriting } from '../use-writing';
import { suggestionsQuery } from './queries';
import { SuggestionForm } from './suggestion-form';
import { SuggestionList } from './suggestion-list';

export function SuggestionsPage() {
  const list = useInfiniteQuery(suggestionsQuery);
  const { writing, opener, toggle, close } = useWriting('suggestion');
  const { counts, suggestions } = list.data ?? {};
  const figure = (pick: (counts: Schema<'SuggestionCounts'>) => number) =>
    figureOf({ ...list, data: counts }, pick);

  return (
    <Page
      title="Suggestions"
      actions={
        <Button
          ref={opener}
          kind={writing ? 'secondary' : 'primary'}
          aria-expanded={writing}
          aria-controls="suggestion-form"
          icon={<Plus aria-hidden size={16} strokeWidth={2} />}
          onClick={toggle}
        >
          New Suggestion
        </Button>
      }
    >
      <div className="grid grid-cols-3 gap-4 max-sm:grid-cols-2 max-sm:gap-3">
        <StatCard
          iconOnPhone
          label="Total Suggestions"
          icon={Lightbulb}
          figure={figure(({ total }) => total)}
          className="max-sm:col-span-2"
        />
        <StatCard
          iconOnPhone
          hot
          label="Pending Review"
          icon={Clock}
          figure={figure(({ pending }) => pending)}
        />
        <StatCard
          iconOnPhone
          label="Implemented"
          icon={CheckCheck}
          figure={figure(({ implemented }) => implemented)}
        />
      </div>
      <SuggestionForm open={writing} onClose={close} />
      <section
        aria-labelledby="community-suggestions"
        aria-busy={list.isFetching}
        className="card overflow-hidden"
      >
        <header className="flex items-baseline gap-2 border-b border-line px-5 py-4 max-sm:px-4">
          <h2 id="community-suggestions" className="text-heading">
            Community Suggestions
          </h2>
          {counts && <span className="text-small text-fg3 tabular-nums">{formatNumber(counts.total)}</span>}
        </header>
        {suggestions ? (
          suggestions.length > 0 ? (
            <SuggestionList suggestions={suggestions} />
          ) : (
            <Empty
              icon={Lightbulb}
              title="No suggestions yet"
              text="What would make this better? Everybody here can vote on it."
            />
          )
        ) : list.isError ? (
          <Failed
            title="Failed to load suggestions"
            error={list.error}
            onRetry={list.refetch}
            busy={list.isFetching}
          />
        ) : (
          <EntryRowsSkeleton votes />
        )}
        <LoadMore list={list} count={suggestions?.length} noun="suggestion" />
      </section>
    </Page>
  );
}
