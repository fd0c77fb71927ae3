import * as z from 'zod/mini'

export const videoRequest = z.object({ url: z.string().check(z.maxLength(2_000)) })

/** The details of a video; each is absent if it could not be fetched. `imageUrl` is one of our own pictures. */
export const videoDetails = z.object({ title: z.optional(z.string()), imageUrl: z.optional(z.string()) })
