/** The part of `subset-font` that is used here; the package carries no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options?: {
      targetFormat?: 'sfnt' | 'woff' | 'woff2'
      variationAxes?: Record<string, number | { min: number; max: number; default?: number }>
      keepFeatures?: string[]
      dropTables?: string[]
      noHinting?: boolean
    },
  ): Promise<Buffer>
}
