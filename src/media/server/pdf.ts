/** Where the header of a PDF begins at the latest, in bytes. Programs that send it sometimes write something before. */
const headerWithin = 1_024
/** Marks of the end of a PDF. Anything may follow, and viewers repair a file that has one of them. */
const endMarks = ['%%EOF', 'startxref', 'trailer']

/**
 * Whether viewers open the bytes as a PDF. They may also be something else: files are served in a sandbox. A page with a header of a PDF in it is
 * refused, since nobody means that.
 */
export function isPdf(bytes: Buffer): boolean {
  const header = bytes.subarray(0, headerWithin + 5).indexOf('%PDF-')
  const before = bytes.toString('latin1', 0, Math.max(0, header))
  return (
    header >= 0 &&
    !/<(script|html|!doctype|svg|head|body)\b/i.test(before) &&
    endMarks.some((mark) => bytes.includes(mark, header))
  )
}

/** The bytes before the end of a file in which its end must be. */
const endWithin = 2_048
/** A ZIP archive ends with this record and a comment of at most 64 KB. */
const [zipEnd, zipEndWithin] = ['PK\x05\x06', 66_000]

/**
 * Why a PDF from outside is not taken, as its sender reads it; undefined for one that is. It must be a PDF from its first byte to its last, which
 * no password protects. Its name and its declared type do not matter.
 */
export function faultOfPdf(bytes: Buffer): { status: 415 | 422; message: string } | undefined {
  const text = (from: number, to?: number) => bytes.toString('latin1', from, to)
  if (bytes.length === 0) return { status: 422, message: 'This file is empty. Please choose another one.' }
  if (!/^(\xef\xbb\xbf)?\s{0,8}%PDF-[12]\.\d/.test(text(0, 32)))
    return { status: 415, message: 'This file is not a PDF. Please save it as PDF and choose that file.' }
  const isMore =
    /<(script|html|!doctype|svg|head|body|\?php)\b/i.test(text(0, headerWithin)) ||
    text(Math.max(0, bytes.length - zipEndWithin)).includes(zipEnd)
  if (isMore) return { status: 415, message: 'This file is more than a PDF. Please save it as PDF again.' }
  const end = text(Math.max(0, bytes.length - endWithin)).replace(/[\s\0]+$/, '')
  const hasEnd = end.endsWith('%%EOF') && /startxref|trailer/.test(end)
  if (!hasEnd || !bytes.includes('/Root'))
    return { status: 422, message: 'This PDF is not complete. Please save it again and choose that file.' }
  const whole = text(0)
  if (/\/Encrypt\s*(\d{1,10}\s{1,50}\d{1,10}\s{1,50}R|<<)/.test(whole))
    return { status: 422, message: 'This PDF is protected. Please choose one without a password.' }
  // The pages of newer PDFs may be compressed.
  if (!/\/Type\s*\/(Page|ObjStm)\b/.test(whole)) return { status: 422, message: 'This PDF has no pages.' }
  return undefined
}
