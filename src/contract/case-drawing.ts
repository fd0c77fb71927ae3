/** The parts of a case study that its cover is drawn from. */
export type CaseDrawing = {
  industry: string
  /** Its results as they are written, such as `−34 %`. */
  figures: string[]
  services: { title: string; category?: string | undefined }[]
}
