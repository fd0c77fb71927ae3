/** How workbooks begin: those of today are ZIP files, former ones compound files. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** Why a file is not a table. Its message is shown to staff. */
export class UnreadableFile extends Error {}

/**
 * The text of a file: in UTF-16 if it has its byte order mark, or else in UTF-8, or else as Windows wrote it in Western Europe.
 * @throws UnreadableFile when it is not a text
 */
export function decodeTable(bytes: Uint8Array): string {
  if (workbooks.some((start) => start.every((byte, at) => bytes[at] === byte)))
    throw new UnreadableFile('This is a workbook, not a CSV file. Please save it as CSV and choose that file.')
  const [first, second] = bytes
  const text =
    first === 0xff && second === 0xfe
      ? new TextDecoder('utf-16le').decode(bytes)
      : first === 0xfe && second === 0xff
        ? new TextDecoder('utf-16be').decode(bytes)
        : decodeBytes(bytes)
  if (text.includes('\0')) throw new UnreadableFile('This file is not a text. Please save it as CSV in UTF-8.')
  return text
}

function decodeBytes(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
