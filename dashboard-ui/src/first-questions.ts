/**
 * Runs out of the document itself, before any of its files has arrived: what every screen asks first, and Home altogether, is
 * on its way meanwhile. The calls themselves find the answers by `api/asked-early.ts`, and ask for what is not there.
 */
import type { AskedEarly } from './api/asked-early';

const token = localStorage.getItem('token');
const line = '/api/dashboard/events';
/** Of Home, and what stands beside its navigation. */
const home = [
  '/api/dashboard/fetch-dashboard-data',
  '/api/dashboard/orders-per-day?utcOffset=' + -new Date().getTimezoneOffset(),
  '/api/storefronts',
  '/api/dashboard/orders?size=1',
];

/** Without a session, or while it is not decided which one, nobody is asked for anything. */
if (
  token &&
  /^\/dashboard(\/|$)/.test(location.pathname) &&
  !new URLSearchParams(location.search).has('token')
) {
  const answers: AskedEarly['answers'] = new Map();
  const ask = (address: string, Accept = 'application/json') => {
    const end = new AbortController();
    const answer = fetch(address, { headers: { Accept, Authorization: token }, signal: end.signal });
    // Whoever asks for it hears of it.
    answer.catch(() => {});
    answers.set(address, { answer, end });
    return answer;
  };

  /** What is asked from the line's first word on misses no change. Once the page's script has the line, it asks by itself. */
  async function askForHome() {
    const heard = (await ask(line, 'text/event-stream')).clone();
    const word = heard.body!.getReader();
    await word.read();
    void word.cancel();
    if (heard.ok && answers.has(line)) for (const address of home) void ask(address);
  }

  window.askedEarly = { token, answers };
  void ask('/api/user/me');
  if (/^\/dashboard\/?$/.test(location.pathname)) askForHome().catch(() => {});
  else void ask(line, 'text/event-stream');
}
