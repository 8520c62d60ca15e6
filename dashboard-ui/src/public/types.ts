import type { Schema } from '../api/types';

export type OrderStatus = Schema<'OrderStatus'>;
export type LiveStock = Schema<'LiveStock'>;
export type Front = Schema<'FrontPage'>;
/** The shop's name, and its logo if it has one. */
export type Shop = Schema<'Shop'>;
export type RedeemConfig = Schema<'RedeemPage'>;

/** All seven fields are always sent; those left blank are empty texts. */
export type RedeemValues = Record<keyof Schema<'RedeemRequest'>, string>;
