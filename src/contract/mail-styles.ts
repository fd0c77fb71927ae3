/**
 * The look of messages, for their frame and for the texts in them. Mail programs read few stylesheets, so each element has the colours of the light
 * scheme; a stylesheet replaces them by its class where the mail program is dark. They are the colours of `tokens.css`, which a message cannot load.
 */
export const mailColors = {
  paper: '#fbfaf6',
  raised: '#ffffff',
  ink: '#0f1c1b',
  muted: '#52605e',
  line: '#e3e0d7',
  primary: '#0b6b63',
}

export const mailFont = "Inter, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
export const mailDisplayFont = `'Bricolage Grotesque', ${mailFont}`

/** The width of a message's text, in pixels. */
export const mailWidth = 518

/** The colours of words in a text, by their classes: in the light and in the dark scheme. */
export const mailTextColors = {
  'color-teal': ['#0b6b63', '#45c4b4'],
  'color-marigold': ['#8f5605', '#f6b23c'],
  'color-red': ['#b3261e', '#ff8a80'],
  'color-green': ['#176b3a', '#6fcf8e'],
  'color-blue': ['#1d4f8f', '#8ab8ff'],
  'color-grey': ['#52605e', '#94a5a1'],
} as const
