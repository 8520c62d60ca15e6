export const redeemLink = '{redeem_url}';

export const saysNotWhere = 'This text has no link to your redeem page.';

/** Whether a text says where a key is redeemed: by the link or its placeholder, or by the chat command. */
export const saysWhere = (text: string) => text.includes(redeemLink) || text.includes('/redeem');
