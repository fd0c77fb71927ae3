import * as z from 'zod/mini'

/** A price in rupees with at most two decimals. */
export const rupees = (label: string) =>
  z.number(`${label} must be a number`).check(
    z.minimum(0, `${label} must be 0 or more`),
    z.maximum(100_000_000, `${label} is too high`),
    z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, `${label} takes at most two decimals`),
  )
