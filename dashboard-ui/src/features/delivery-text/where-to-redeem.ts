export const redeemLink = '{redeem_url}';

export const saysNotWhere = 'Customers get only the key; they are not told where to redeem it.';

/** Whether a text says where a key is redeemed: by the link or its placeholder, or by the chat command. */
export const saysWhere = (text: string) => text.includes(redeemLink) || text.includes('/redeem');
