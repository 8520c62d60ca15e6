import { useEffect, useState } from 'react';
import { useConfig } from '../../api/bootstrap';
import { ApiError, errorMessage } from '../../api/client';
import { storeSession } from '../../api/session';
import { toast } from '../../ui/toast';
import { captchaToken, loadCaptcha } from './captcha';
import { logIn } from './queries';

const redirectDelay = 500;

/** `refused`: the code is wrong. `failed`: anything else, which the code may not be to blame for. */
type LoginFailure = 'refused' | 'failed';

/**
 * Signs in with an access code, or says in a toast why not. Stays busy after a success, until `onSignedIn` opens the
 * dashboard.
 */
export function useLogin(onSignedIn: () => void) {
  const { captcha } = useConfig();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (captcha) loadCaptcha(captcha);
  }, [captcha]);

  async function login(accessCode: string): Promise<LoginFailure | undefined> {
    let failure: LoginFailure = 'failed';
    let reason = 'Failed to login';
    // An error still on the screen is about what came before.
    toast.forgetErrors();
    setBusy(true);
    try {
      const captcha_key = captcha ? await captchaToken(captcha) : '';
      const answer = await logIn({ captcha_key, access_code: accessCode });
      if (answer.code === 200) {
        storeSession(answer.token);
        setTimeout(onSignedIn, redirectDelay);
        return undefined;
      }
      reason = answer.message || reason;
    } catch (error) {
      reason = errorMessage(error, reason);
      if (error instanceof ApiError && error.status === 401) failure = 'refused';
    }
    toast.error(reason);
    setBusy(false);
    return failure;
  }

  return { login, busy };
}
