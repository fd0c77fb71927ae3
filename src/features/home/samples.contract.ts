/** The documents that a project hands over, in their order. Browsers download these names of their pages, and not their texts. */
export const sampleIds = [
  'sketch-and-price',
  'estate-map',
  'first-change',
  'restore-drill',
  'runbook',
  'one-page',
] as const
export type SampleId = (typeof sampleIds)[number]
export const samplePath = (id: SampleId) => `/how-we-work/${id}`
