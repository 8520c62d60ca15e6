import type { Schema } from '../api/types';

export type OrderStatus = Schema<'OrderStatus'>;
export type LiveStock = Schema<'LiveStock'>;
export type Front = Schema<'FrontPage'>;
export type RedeemConfig = Schema<'RedeemPage'>;

/** All seven fields are always sent; one that was left empty is empty text. */
export type RedeemValues = Record<keyof Schema<'RedeemRequest'>, string>;
