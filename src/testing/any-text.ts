import fc from 'fast-check'

const codePoints = (min: number, max: number) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))

/** Any Unicode text, with many characters that query languages interpret. (The units of fast-check take seconds to set up.) */
export const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'"\'*:()-+^{}\\%_ \0'),
    codePoints(0, 0x17f),
    codePoints(0x180, 0xd7ff),
    codePoints(0xe000, 0x10ffff),
  ),
  maxLength: 60,
})
