import type { ConfigNow } from '#server/site-config/site-config.ts'
import { gstLines, trainingDefaults } from './training-settings.contract.ts'

/** `gst` and `termsUrl` are absent when the site says nothing. */
export type Training = {
  gst?: (typeof gstLines)[number] | undefined
  termsUrl?: string | undefined
  offerHours: number
  fewSeats: number
  offerByItself: boolean
}

/** The settings of courses with dates. */
export function trainingOf({ own }: Pick<ConfigNow, 'own'>): Training {
  const fields = { ...trainingDefaults, ...own?.['training'] }
  return {
    gst: gstLines.find((line) => line === fields.gst),
    termsUrl: fields.termsUrl || undefined,
    offerHours: Number(fields.offerHours),
    fewSeats: Number(fields.fewSeats),
    offerByItself: fields.offerByItself,
  }
}
