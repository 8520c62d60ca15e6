import { lowLevels } from '../features/home/low-levels';
import { formatDateTime } from '../shared/format/date';
import { initials } from '../shared/format/initials';
import { formatNumber } from '../shared/format/number';
import { relativeAge } from '../shared/format/relative-age';
import { stockName } from '../shared/format/words';
import type { View } from '../shared/template/fill';
import type { HomeShown } from './home-shown';

const yes = (is: boolean) => (is ? 'yes' : 'no');
/** The texts differ for none, one and many. */
const howMany = (count: number) => (count === 0 ? 'none' : count === 1 ? 'one' : 'many');
const places = ['first', 'second'];

/** The values that Home's template is filled with. */
export function homeView(shown: HomeShown, now: number): View {
  const { isWide, brand, user, counts, storefronts, stock, waiting, isWhole } = shown;
  const several = yes(storefronts.length > 1);
  const logo = storefronts[0]?.logo;
  const low = lowLevels(storefronts, stock);
  return {
    brand,
    isWide: yes(isWide),
    admin: yes(user.admin),
    username: user.username,
    initials: initials(user.username),
    hasLogo: yes(Boolean(logo)),
    logo: logo ?? '',
    logoOf: storefronts[0]?.name ?? '',
    hasNoShop: yes(storefronts.length === 0),
    waits: howMany(waiting),
    waiting: formatNumber(waiting),
    isLow: yes(low.length > 0),
    low: low.map(({ guildId, shop, stock, available }) => ({
      guildId,
      stock: stockName(stock),
      left: howMany(available),
      count: formatNumber(available),
      several,
      shop,
    })),
    problems: storefronts
      .filter(({ problems }) => problems.length > 0)
      .map(({ name, problems }) => ({
        several,
        shop: name,
        lines: problems.map(({ channel, message }) => ({
          isDm: yes(channel === 'DM'),
          channel,
          message,
        })),
      })),
    isWhole: yes(isWhole),
    totalOrders: formatNumber(counts.totalOrders),
    newOrders: formatNumber(counts.newOrders),
    boosts: formatNumber(counts.boostsL24),
    isActive: yes(counts.recentActivity.length > 0),
    activity: counts.recentActivity.map(({ kind, time, action, details }, index) => ({
      kind,
      place: places[index] ?? 'later',
      action,
      details,
      time,
      fullTime: formatDateTime(time),
      age: relativeAge(time, now),
    })),
  };
}
