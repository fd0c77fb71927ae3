import * as z from 'zod/mini'
import { optionalText, pictureAddress } from './fields.ts'

/** About as many characters as a search result shows; longer ones are cut there. */
export const shownOfTitle = 60
export const shownOfDescription = 155

/** What search engines and link previews show of a record instead of its title, its summary and its picture. */
export const searchAppearance = {
  seoTitle: z.optional(z.string()),
  seoDescription: z.optional(z.string()),
  socialImage: z.optional(z.string()),
}

/** The same as forms send it. An empty text removes the value. */
export const searchAppearanceInput = {
  seoTitle: optionalText('Search title', 200),
  seoDescription: optionalText('Search description', 500),
  socialImage: z.optional(pictureAddress()),
}

export const appearanceNames = ['seoTitle', 'seoDescription', 'socialImage'] as const
export type AppearanceName = (typeof appearanceNames)[number]

/** What was set of it. */
export type SearchAppearance = { [Name in AppearanceName]?: string | undefined }
