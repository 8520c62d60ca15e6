import { CheckCheck, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Badge } from '../../../ui/badge';
import { ClampedText } from '../../../ui/clamped-text';
import { Byline } from '../byline';
import type { Moderation } from '../moderated-list';
import { ModerationActions } from '../moderation-actions';
import type { Suggestion } from './queries';
import { VoteButtons } from './vote-buttons';
import { positivePercent } from './votes';

type SuggestionRowProps = {
  suggestion: Suggestion;
  /** Undefined for users who are no admins. */
  moderation: Moderation | undefined;
};

/**
 * Votes at the left and an admin's actions at the right; on phones the votes are below the text, with the percentage at
 * their right, and the actions in a menu.
 */
export function SuggestionRow({ suggestion, moderation }: SuggestionRowProps) {
  const { title, description, status, author, createdAt } = suggestion;
  const titleId = useId();
  const percent = positivePercent(suggestion);
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 gap-y-3 px-5 py-4 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-2 max-sm:px-4">
      <div className="max-sm:order-last max-sm:col-span-2">
        <VoteButtons suggestion={suggestion} />
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        {/* The row runs in the direction of its title. */}
        <div dir="auto" className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <h3 id={titleId} className="min-w-0 font-medium wrap-anywhere">
            {title}
          </h3>
          <span dir="ltr" className="flex">
            <Badge status={status} />
          </span>
        </div>
        <ClampedText text={description} titleId={titleId} />
        <Byline author={author} createdAt={createdAt}>
          {percent !== undefined && (
            <span className="flex gap-x-1.5 max-sm:absolute max-sm:right-4 max-sm:bottom-4 max-sm:h-11 max-sm:items-center max-sm:text-fg2">
              <span aria-hidden className="max-sm:hidden">
                ·
              </span>
              <span>{percent}% positive</span>
            </span>
          )}
        </Byline>
      </div>
      {moderation && (
        <ModerationActions
          subject={title}
          busy={moderation.busy}
          advance={
            status === 'implemented'
              ? undefined
              : { label: 'Implement', icon: CheckCheck, onPick: moderation.onAdvance }
          }
          remove={{ label: 'Delete', icon: Trash2, onPick: moderation.onDelete }}
        />
      )}
    </li>
  );
}
