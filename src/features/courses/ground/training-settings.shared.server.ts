import type { ConfigNow } from '#server/site-config/site-config.ts'
import { gstLines, trainingDefaults } from './training-settings.contract.ts'

/** The settings of courses with dates. `gst` and `termsUrl` are undefined when the site says nothing. */
export function trainingOf({ own }: Pick<ConfigNow, 'own'>) {
  const fields = { ...trainingDefaults, ...own?.['training'] }
  return {
    gst: gstLines.find((line) => line === fields.gst),
    termsUrl: fields.termsUrl || undefined,
    offerHours: Number(fields.offerHours),
    fewSeats: Number(fields.fewSeats),
    offerByItself: fields.offerByItself,
  }
}
