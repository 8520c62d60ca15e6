import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react';
import { formatNumber } from '../../../shared/format/number';
import type { Suggestion, Vote } from './queries';
import { useVote } from './use-vote';

export function VoteButtons({ suggestion }: { suggestion: Suggestion }) {
  const vote = useVote(suggestion);
  const { title, upvotes, downvotes, userVote } = suggestion;
  return (
    <div role="group" aria-label={`Vote on ${title}`} className="flex gap-1.5 sm:w-16 sm:flex-col">
      <VoteButton vote="up" count={upvotes} chosen={userVote === 'up'} onPress={vote} />
      <VoteButton vote="down" count={downvotes} chosen={userVote === 'down'} onPress={vote} />
    </div>
  );
}

const looks: Record<Vote, { name: string; icon: LucideIcon; chosen: string }> = {
  up: { name: 'Upvote', icon: ChevronUp, chosen: 'tint text-green' },
  down: { name: 'Downvote', icon: ChevronDown, chosen: 'tint text-red' },
};

type VoteButtonProps = { vote: Vote; count: number; chosen: boolean; onPress: (vote: Vote) => void };

function VoteButton({ vote, count, chosen, onPress }: VoteButtonProps) {
  const { name, icon: Icon, chosen: chosenColours } = looks[vote];
  return (
    <button
      type="button"
      aria-label={`${name}, ${formatNumber(count)}`}
      aria-pressed={chosen}
      onClick={() => onPress(vote)}
      className={`hover-fast flex h-8 min-w-14 items-center justify-center gap-1.5 rounded-control border px-2 text-small font-medium tabular-nums active:translate-y-px max-sm:h-11 max-sm:min-w-20 max-sm:rounded-tall ${
        chosen
          ? `border-current chosen ${chosenColours}`
          : 'border-line2 bg-secondary-bg shadow-top-light hover:bg-s3'
      }`}
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
      {formatNumber(count)}
    </button>
  );
}
