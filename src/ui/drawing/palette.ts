/** The colours of all drawings: the site's teal, ink, paper and marigold, with the steps between them. */
export const colours = {
  ink: '#0F1C1B',
  night: '#10302D',
  deep: '#0A4A45',
  teal: '#0B6B63',
  sea: '#3E9C8F',
  foam: '#8CC7BB',
  mist: '#CFE2DA',
  sand: '#EDE6D6',
  dune: '#DCD2BB',
  paper: '#FBFAF6',
  marigold: '#F0A52A',
  amber: '#E08A0B',
} as const

/**
 * The colours of one drawing. It has its own background, so that it suits the light scheme and the dark one: `soft` is for large quiet
 * shapes, `mid` for visible ones, `strong` for the dominant one, `line` for hairlines, `accent` for the one bright spot.
 */
export type Scheme = { ground: string; soft: string; mid: string; strong: string; line: string; accent: string }

const { ink, night, deep, teal, sea, foam, mist, sand, dune, paper, marigold, amber } = colours

export const schemes = {
  night: { ground: night, soft: '#17403B', mid: '#1F6A61', strong: mist, line: foam, accent: marigold },
  teal: { ground: teal, soft: '#0A5B54', mid: sea, strong: sand, line: '#9AD0C5', accent: marigold },
  deep: { ground: deep, soft: '#0C5A53', mid: '#217F75', strong: mist, line: foam, accent: marigold },
  sand: { ground: sand, soft: dune, mid: foam, strong: teal, line: ink, accent: amber },
  mist: { ground: mist, soft: '#B5D3C9', mid: sea, strong: deep, line: deep, accent: amber },
  marigold: { ground: marigold, soft: '#E7951A', mid: '#F7C873', strong: night, line: ink, accent: paper },
} as const satisfies Record<string, Scheme>
export type SchemeName = keyof typeof schemes
