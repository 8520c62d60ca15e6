import { useEffect, useState } from 'react';
import { useConfig } from '../../api/bootstrap';
import { errorMessage } from '../../api/client';
import { storeSession } from '../../api/session';
import { toast } from '../../ui/toast';
import { captchaToken, loadCaptcha } from './captcha';
import { logIn } from './queries';

const redirectDelay = 500;

/** Signs in with an access code, or says why not. Stays busy after a success, until `onSignedIn` opens the dashboard. */
export function useLogin(onSignedIn: () => void) {
  const { captcha } = useConfig();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (captcha) loadCaptcha(captcha);
  }, [captcha]);

  async function login(accessCode: string): Promise<string | undefined> {
    let refusal = 'Failed to login';
    setBusy(true);
    try {
      const captcha_key = captcha ? await captchaToken(captcha) : '';
      const answer = await logIn({ captcha_key, access_code: accessCode });
      if (answer.code === 200) {
        storeSession(answer.token);
        setTimeout(onSignedIn, redirectDelay);
        return undefined;
      }
      refusal = answer.message || refusal;
    } catch (error) {
      refusal = errorMessage(error, refusal);
    }
    toast.error(refusal);
    setBusy(false);
    return refusal;
  }

  return { login, busy };
}
