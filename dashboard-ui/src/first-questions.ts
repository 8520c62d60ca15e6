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
  /** An answer that is here is here altogether. */
  const whole = async (answer: Response) => new Response(await answer.arrayBuffer(), answer);
  const ask = (address: string, Accept = 'application/json', read = whole) => {
    const end = new AbortController();
    const asked = fetch(address, { headers: { Accept, Authorization: token }, signal: end.signal });
    const answer = asked.then(read);
    // Whoever asks for it hears of it.
    answer.catch(() => {});
    answers.set(address, { answer, end });
    return answer;
  };
  const openLine = () => ask(line, 'text/event-stream', async (answer) => answer);

  /** What is asked from the line's first word on misses no change. Once the page's script has the line, it asks by itself. */
  async function askForHome(user: Promise<Response>) {
    const heard = (await openLine()).clone();
    const word = heard.body!.getReader();
    await word.read();
    void word.cancel();
    if (!heard.ok || !answers.has(line)) return;
    const all = await Promise.all([user, ...home.map((address) => ask(address))]);
    askedEarly.isHere = all.every(({ ok }) => ok);
  }

  const askedEarly: AskedEarly = (window.askedEarly = { token, answers, isHere: false });
  const user = ask('/api/user/me');
  if (/^\/dashboard\/?$/.test(location.pathname)) askForHome(user).catch(() => {});
  else void openLine();
}
