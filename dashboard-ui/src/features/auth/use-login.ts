import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useConfig } from '../../api/bootstrap';
import { errorMessage } from '../../api/client';
import { storeSession } from '../../api/session';
import { paths } from '../../paths';
import { toast } from '../../ui/toast';
import { captchaToken, loadCaptcha } from './captcha';
import { logIn } from './queries';

const redirectDelay = 500;

/** Signs in with an access code. Stays busy after a success, until the dashboard opens. */
export function useLogin() {
  const { captcha } = useConfig();
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const queries = useQueryClient();

  useEffect(() => {
    if (captcha) loadCaptcha(captcha);
  }, [captcha]);

  // A check that failed earlier says nothing about the next visit.
  useEffect(() => queries.removeQueries(), [queries]);

  async function login(accessCode: string): Promise<boolean> {
    setBusy(true);
    try {
      const captcha_key = captcha ? await captchaToken(captcha) : '';
      const answer = await logIn({ captcha_key, access_code: accessCode });
      if (answer.code === 200) {
        storeSession(answer.token);
        setTimeout(() => void navigate(paths.home), redirectDelay);
        return true;
      }
      toast.error(answer.message);
    } catch (error) {
      toast.error(errorMessage(error, 'Failed to login'));
    }
    setBusy(false);
    return false;
  }

  return { login, busy };
}
