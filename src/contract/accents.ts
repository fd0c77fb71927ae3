/** A colour in the light and in the dark scheme. */
type Pair = readonly [light: string, dark: string]

/**
 * An accent: the colours of actions and links (their names are those of `ui/tokens.css`), and the ground that is dark in both schemes. Every text in
 * them has a contrast of 4.5:1 in both schemes, which `accents.unit.test.ts` computes.
 */
export type Accent = {
  primary: Pair
  'primary-strong': Pair
  'primary-soft': Pair
  'on-primary': Pair
  deep: string
  'deep-muted': string
  'deep-line': string
}

/** The accents to choose from; the first is that of the stylesheet. */
export const accents = {
  Teal: {
    primary: ['#0b6b63', '#45c4b4'],
    'primary-strong': ['#084f49', '#7adbcd'],
    'primary-soft': ['#e1eeea', '#12312d'],
    'on-primary': ['#ffffff', '#04211d'],
    deep: '#0e2b28',
    'deep-muted': '#a9c2bc',
    'deep-line': '#24463f',
  },
  Blue: {
    primary: ['#1d5bbf', '#7fb0ff'],
    'primary-strong': ['#15448f', '#a9caff'],
    'primary-soft': ['#e4edfb', '#14264a'],
    'on-primary': ['#ffffff', '#061a3a'],
    deep: '#0f2242',
    'deep-muted': '#aebfdb',
    'deep-line': '#26406b',
  },
  Violet: {
    primary: ['#6440b8', '#b39bf5'],
    'primary-strong': ['#4a2e8c', '#cdbdfa'],
    'primary-soft': ['#ece7f8', '#2a1f4a'],
    'on-primary': ['#ffffff', '#1c0f3d'],
    deep: '#231a40',
    'deep-muted': '#bfb5da',
    'deep-line': '#41336b',
  },
  Crimson: {
    primary: ['#a3244f', '#f58aab'],
    'primary-strong': ['#7a1a3b', '#fab3c8'],
    'primary-soft': ['#f9e6ec', '#3d1624'],
    'on-primary': ['#ffffff', '#3a0618'],
    deep: '#361221',
    'deep-muted': '#d9b3c0',
    'deep-line': '#5c2a3d',
  },
  Forest: {
    primary: ['#2b6b2f', '#7fcf83'],
    'primary-strong': ['#1f4f23', '#a8e0ab'],
    'primary-soft': ['#e5f0e4', '#173019'],
    'on-primary': ['#ffffff', '#08240b'],
    deep: '#12291a',
    'deep-muted': '#adc4b1',
    'deep-line': '#27472f',
  },
  Slate: {
    primary: ['#44546a', '#a9bbd3'],
    'primary-strong': ['#303c4d', '#c8d5e6'],
    'primary-soft': ['#e8ecf1', '#202b39'],
    'on-primary': ['#ffffff', '#101a27'],
    deep: '#182230',
    'deep-muted': '#b1bdcc',
    'deep-line': '#2f3f54',
  },
} as const satisfies Record<string, Accent>
export type AccentName = keyof typeof accents
export const accentNames = Object.keys(accents) as AccentName[]
