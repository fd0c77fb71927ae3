import * as z from 'zod/mini'
import { videoIn } from '#contract/videos.ts'
import { address } from './fields.contract.ts'
import { defineSection } from './section.contract.ts'

const error = 'Please enter the address of a YouTube or Vimeo video.'

/** The address of a video, as people copy it. */
const video = () => ({
  ...address('Video', { hint: 'The address of a video at YouTube or Vimeo.' }),
  rule: z.string(error).check(
    z.trim(),
    z.maxLength(2_000),
    z.refine((value) => videoIn(value) !== null, error),
  ),
})

export const kind = defineSection('video', {
  words: {
    name: 'Video',
    about: 'A YouTube or Vimeo video. Nothing loads from there until a visitor plays it.',
    also: 'youtube vimeo film player',
  },
  fields: { url: video() },
  shown: { html: z.string() },
})
