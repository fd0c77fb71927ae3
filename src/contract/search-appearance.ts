import * as z from 'zod/mini'
import { clearable, clearableText, pictureAddress } from './fields.ts'

/** About the number of characters that a search result shows; it cuts longer texts. */
export const shownOfTitle = 60
export const shownOfDescription = 155

/** The texts and picture for search engines and link previews, in place of the record's title, summary and picture. */
export const searchAppearance = {
  seoTitle: z.optional(z.string()),
  seoDescription: z.optional(z.string()),
  socialImage: z.optional(z.string()),
}

/** The same as forms send it. An empty text removes the value. */
export const searchAppearanceInput = {
  seoTitle: clearableText('Meta title', 200),
  seoDescription: clearableText('Meta description', 500),
  socialImage: clearable(pictureAddress()),
}

export const appearanceNames = ['seoTitle', 'seoDescription', 'socialImage'] as const
export type AppearanceName = (typeof appearanceNames)[number]

/** The fields that are set. */
export type SearchAppearance = { [Name in AppearanceName]?: string | undefined }
