// Reads the likeliest class of a page, its kind and side, and its likeliest turn from the shares that a network gives.
import { PAGE_CLASSES, type PageClass, UNKNOWN_PAGE } from '../kinds/kinds.ts'

export const classOf = (classes: Float32Array): PageClass => PAGE_CLASSES[likeliest(classes)] ?? UNKNOWN_PAGE

export function likeliest(shares: Float32Array): number {
  return shares.indexOf(Math.max(...shares))
}
