import type { Schema } from '../../api/types';

type Recaptcha = {
  ready: (then: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
};

declare global {
  interface Window {
    grecaptcha?: Partial<Recaptcha>;
  }
}

const polls = 30;
const pollInterval = 100;

let script: HTMLScriptElement | undefined;

/** Adds the bot check's script to the page if it is not there. A script that failed to load is added again. */
export function loadCaptcha({ scriptUrl, siteKey }: Schema<'Captcha'>) {
  if (script) return;
  const url = new URL(scriptUrl, location.href);
  if (!url.searchParams.has('render')) url.searchParams.set('render', siteKey);
  script = document.createElement('script');
  script.src = url.href;
  script.onerror = () => (script = undefined);
  document.head.append(script);
}

/** The bot check's token for the action `login`; throws when the script is not there after three seconds. */
export async function captchaToken(captcha: Schema<'Captcha'>): Promise<string> {
  const recaptcha = await readyRecaptcha(captcha);
  await new Promise<void>((resolve) => recaptcha.ready(resolve));
  return recaptcha.execute(captcha.siteKey, { action: 'login' });
}

async function readyRecaptcha(captcha: Schema<'Captcha'>): Promise<Recaptcha> {
  for (let poll = 0; poll < polls; poll++) {
    // It may have failed to load before or meanwhile.
    loadCaptcha(captcha);
    const found = window.grecaptcha;
    if (found?.ready && found.execute) return found as Recaptcha;
    await new Promise((resolve) => setTimeout(resolve, pollInterval));
  }
  throw new Error('reCAPTCHA failed to load');
}
