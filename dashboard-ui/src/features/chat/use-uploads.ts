import { useEffect, useState, useSyncExternalStore } from 'react';
import { deleteUpload, useChatHost } from './queries';
import { sendFile } from './send-file';
import { Uploads } from './uploads';

/** The files of the message that is being written, as long as the room is open. */
export function useUploads() {
  const host = useChatHost();
  const [uploads] = useState(
    () =>
      new Uploads({
        send: sendFile(host),
        takeBack: (attachment) => void deleteUpload(host, attachment).catch(() => {}),
        toAddress: (file) => URL.createObjectURL(file),
        releaseAddress: (address) => URL.revokeObjectURL(address),
      }),
  );
  const list = useSyncExternalStore(uploads.subscribe, uploads.get);

  useEffect(
    () => () => {
      for (const { id } of uploads.get()) uploads.remove(id);
    },
    [uploads],
  );

  return { uploads, list };
}
