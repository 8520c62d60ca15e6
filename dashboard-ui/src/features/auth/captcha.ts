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

/** Puts the bot check's script into the page, unless it is there. */
export function loadCaptcha({ scriptUrl, siteKey }: Schema<'Captcha'>) {
  const url = new URL(scriptUrl, location.href);
  if (!url.searchParams.has('render')) url.searchParams.set('render', siteKey);
  if (document.querySelector(`script[src="${CSS.escape(url.href)}"]`)) return;
  const script = document.createElement('script');
  script.src = url.href;
  script.async = true;
  // So that the next try loads it.
  script.onerror = () => script.remove();
  document.head.append(script);
}

/** The bot check's token for the action `login`; throws when the script is not there after three seconds. */
export async function captchaToken({ siteKey }: Schema<'Captcha'>): Promise<string> {
  const recaptcha = await readyRecaptcha();
  await new Promise<void>((resolve) => recaptcha.ready(resolve));
  return recaptcha.execute(siteKey, { action: 'login' });
}

async function readyRecaptcha(): Promise<Recaptcha> {
  for (let poll = 0; poll < polls; poll++) {
    const found = window.grecaptcha;
    if (found?.ready && found.execute) return found as Recaptcha;
    await new Promise((resolve) => setTimeout(resolve, pollInterval));
  }
  throw new Error('reCAPTCHA failed to load');
}
