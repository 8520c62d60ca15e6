import type { Schema } from '../../../api/types';

type Votes = Schema<'VoteCounts'>;

/** The rounded share of upvotes among all votes; undefined while nobody has voted. */
export function positivePercent({ upvotes, downvotes }: Pick<Votes, 'upvotes' | 'downvotes'>) {
  const all = upvotes + downvotes;
  return all === 0 ? undefined : Math.round((upvotes / all) * 100);
}

/** The votes after this user has pressed: the same direction again takes the vote back, the other one moves it. */
export function pressVote(before: Votes, userId: string, pressed: Schema<'Vote'>): Votes {
  const userVote = before.userVote === pressed ? 'none' : pressed;
  const votes = { ...before.votes };
  if (userVote === 'none') delete votes[userId];
  else votes[userId] = userVote;
  const count = (vote: Schema<'Vote'>, whole: number) =>
    whole - Number(before.userVote === vote) + Number(userVote === vote);
  return {
    upvotes: count('up', before.upvotes),
    downvotes: count('down', before.downvotes),
    votes,
    userVote,
  };
}
