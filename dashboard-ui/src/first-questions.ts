/**
 * Runs out of the document itself, before any of its files has arrived: what every screen asks first, and Home altogether, is
 * on its way meanwhile. The calls themselves find the answers by `api/asked-early.ts`, and ask for what is not there.
 */
import type { AskedEarly } from './api/asked-early';
import type { Schema } from './api/types';

const token = localStorage.getItem('token');
const line = '/api/dashboard/events';

/** Without a session, or while it is not decided which one, nobody is asked for anything. */
if (
  token &&
  /^\/dashboard(\/|$)/.test(location.pathname) &&
  !new URLSearchParams(location.search).has('token')
) {
  const answers: AskedEarly['answers'] = new Map();
  const keep = (address: string, answer: Promise<Response>, end = new AbortController()) => {
    // Whoever asks for it hears of it.
    answer.catch(() => {});
    answers.set(address, { answer, end });
    return answer;
  };
  const send = (address: string, Accept: string, { signal }: AbortController) =>
    fetch(address, { headers: { Accept, Authorization: token }, signal });
  /** What is here is here altogether. */
  const whole = async (answer: Response) => new Response(await answer.arrayBuffer(), answer);
  const ask = (address: string, end = new AbortController()) =>
    keep(address, send(address, 'application/json', end).then(whole), end);
  const openLine = (end = new AbortController()) => keep(line, send(line, 'text/event-stream', end), end);

  /** One answer that holds those of many calls. */
  async function readRest() {
    const address = '/api/dashboard/home?utcOffset=' + -new Date().getTimezoneOffset();
    const answer = await ask(address);
    const { answers: all } = (await answer.json()) as Schema<'HomeAnswers'>;
    answers.delete(address);
    for (const other in all) void keep(other, Promise.resolve(Response.json(all[other])));
    return answer;
  }
  const askForRest = () => (askedEarly.rest ??= readRest());

  /** What is asked from the line's first word on misses no change. Once the page's script has the line, it asks. */
  async function askForHome(user: Promise<Response>) {
    const heard = (await openLine()).clone();
    const word = heard.body!.getReader();
    await word.read();
    void word.cancel();
    if (!heard.ok || !answers.has(line)) return;
    const counts = ask('/api/dashboard/fetch-dashboard-data');
    const all = await Promise.all([askForRest(), user, counts]);
    askedEarly.isHere = all.every(({ ok }) => ok);
  }

  const askedEarly: AskedEarly = (window.askedEarly = { token, answers, askForRest, isHere: false });
  const user = ask('/api/user/me');
  if (/^\/dashboard\/?$/.test(location.pathname)) askForHome(user).catch(() => {});
  else void openLine();
}
