/** Whether the server has masked the key: helpers who may not create keys see only the end of an unused one. */
export const isMasked = (key: string) => key.startsWith('•');
