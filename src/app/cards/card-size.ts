/** The size that link previews are made for, in pixels. */
export const cardSize = { width: 1200, height: 630 }
