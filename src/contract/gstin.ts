const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The last character of a GSTIN, which follows from the fourteen before it (mod 36, as the GST portal computes it). */
const checkDigit = (first14: string): string => {
  let sum = 0
  for (const [index, character] of [...first14].entries()) {
    const product = digits.indexOf(character) * (index % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return digits[(36 - (sum % 36)) % 36] ?? ''
}

/** The error in the tax number of an Indian company (GSTIN), in upper case; undefined for a right or an empty one. */
export function gstinError(gstin: string): string | undefined {
  if (gstin === '') return undefined
  // Two digits of the state, the PAN, the number of the registration, Z and the check digit.
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(gstin))
    return 'A GSTIN has 15 characters, such as 27AAPFU0939F1ZV'
  return checkDigit(gstin.slice(0, 14)) === gstin[14] ? undefined : 'This GSTIN has a wrong check digit'
}
