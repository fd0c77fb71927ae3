import { colours } from '../../../src/ui/drawing/palette.ts'
import { box, f } from './geometry.ts'
import { disc, fill, line, ring, type Sheet, sheet } from './ink.ts'

/**
 * Portraits of few shapes: a ground with one large quiet figure, shoulders, neck, head and hair. No features: hair and clothing tell
 * one person from another.
 */
const skins = { umber: '#8A5A3C', chestnut: '#A06A45', almond: '#B9804F', wheat: '#C99766' }
const shade = { umber: '#6F4630', chestnut: '#84553A', almond: '#9C6940', wheat: '#AE7E50' }
type Skin = keyof typeof skins

const { ink, night, deep, teal, sea, foam, mist, sand, dune, paper, marigold, amber } = colours
/** People are drawn on the sheet's own measure and brought a little nearer, so that a small round crop is filled. */
const portrait = (ground: string, body: string) =>
  sheet(480, 480, ground, `<g transform="translate(-41 -68) scale(1.17)">${body}</g>`)

/** Neck and head, centred on 240; `top` is the crown. */
const head = (skin: Skin, top = 112, wide = 124, high = 164) =>
  fill(`M208 ${top + high - 40}h64v92a32 32 0 0 1-64 0z`, skins[skin]) +
  fill(`M208 ${top + high - 22}a${wide / 2} 70 0 0 0 64 0v26q-32 22-64 0z`, shade[skin]) +
  fill(box(240 - wide / 2, top, wide, high, wide / 2), skins[skin])
const ears = (skin: Skin, y = 204, wide = 124) =>
  disc(240 - wide / 2, y, 15, shade[skin]) + disc(240 + wide / 2, y, 15, shade[skin])
/** Hair close to the skull, and the opening the face shows through: drawn after the head. */
const cap = (colour: string) => fill('M176 216v-42a64 64 0 0 1 128 0v42z', colour)
const face = (skin: Skin, opening: string) => fill(opening, skins[skin])
/** Shoulders: an arch that leaves the frame. */
const shoulders = (colour: string, half = 168, top = 336) =>
  fill(
    `M${240 - half} 480v-46a98 98 0 0 1 98-98h${2 * (half - 98)}a98 98 0 0 1 98 98v46z`.replace('336', f(top)),
    colour,
  )

/** A low bun, a parting to one side, a sari's border over the shoulder. */
const meera = (): Sheet =>
  portrait(
    teal,
    disc(360, 150, 190, deep) +
      disc(318, 236, 46, ink) +
      fill('M166 196a74 86 0 0 1 148 0v70q-14 26-34 30H200q-20-4-34-30z', ink) +
      head('chestnut') +
      cap(ink) +
      face('chestnut', 'M224 128C220 156 204 186 178 208v6a62 62 0 0 0 124 0v-6C270 196 240 168 224 128z') +
      shoulders(sand) +
      fill('M204 336a36 34 0 0 0 72 0z', skins.chestnut) +
      fill('M296 336h46l-116 144h-92z', marigold) +
      line('M300 336L186 480M334 336L216 480', amber, { width: 5 }) +
      dotsAt(178, 232, 7, marigold) +
      dotsAt(302, 232, 7, marigold),
  )

/** Short hair swept up, a full beard, round glasses, a collar. */
const arjun = (): Sheet =>
  portrait(
    sand,
    fill('M0 480V300A300 300 0 0 1 300 0H480V480z', dune) +
      ears('umber') +
      head('umber') +
      fill('M178 214v14a62 74 0 0 0 124 0v-14q-8 26-34 22-28-8-56 0-26 4-34-22z', ink) +
      fill('M177 196c-10-56 20-96 69-96 46 0 66 38 57 96-4-22-12-38-28-42-34-4-66-4-80 2-10 8-16 22-18 40z', ink) +
      ring(213, 198, 23, paper, { width: 5 }) +
      ring(267, 198, 23, paper, { width: 5 }) +
      line('M236 196q4-4 8 0', paper, { width: 5 }) +
      shoulders(deep) +
      fill('M196 336l44 66-58 26-22-84zM284 336l-44 66 58 26 22-84z', teal) +
      fill('M204 336h72l-36 62z', skins.umber),
  )

/** A bob cut level with the jaw, a high collar. */
const kavita = (): Sheet =>
  portrait(
    night,
    disc(120, 330, 210, '#1F6A61') +
      fill('M146 302V206a94 98 0 0 1 188 0v96q-20 14-46 12h-96q-26 2-46-12z', '#1B1210') +
      head('wheat') +
      cap('#1B1210') +
      face('wheat', 'M200 178q38 0 74-22q24 20 28 56v2a62 62 0 0 1-124 0q4-24 22-36z') +
      shoulders(mist) +
      fill('M192 318q48 26 96 0v44q-48 28-96 0z', foam) +
      line('M240 372V480', sea, { width: 4 }) +
      dotsAt(240, 404, 6, deep) +
      dotsAt(240, 446, 6, deep),
  )

/** Curls, a moustache and stubble, a turtle-neck. */
const rohan = (): Sheet =>
  portrait(
    marigold,
    fill('M0 480L0 170A310 310 0 0 1 310 480z', '#E7951A') +
      ears('almond') +
      head('almond') +
      [
        [186, 158, 28],
        [204, 126, 32],
        [242, 110, 34],
        [280, 126, 32],
        [296, 160, 26],
        [222, 148, 26],
        [260, 146, 26],
      ]
        .map(([x = 0, y = 0, r = 0]) => disc(x, y, r, night))
        .join('') +
      fill('M206 236q34-20 68 0-8 12-34 8-26 4-34-8z', night) +
      shoulders(night) +
      fill(box(194, 296, 92, 66, 20), teal) +
      line('M194 318h92M194 338h92', deep, { width: 4 }),
  )

/** Long straight hair over one shoulder, a kurta with a placket. */
const ananya = (): Sheet =>
  portrait(
    mist,
    fill('M240 -80H560V560H240z', '#B5D3C9') +
      fill('M152 208a88 98 0 0 1 176 0v190H152z', '#2A1912') +
      shoulders(amber) +
      head('umber') +
      fill('M198 336a42 52 0 0 0 84 0z', skins.umber) +
      line('M240 390V480', paper, { width: 5 }) +
      line('M196 338a44 54 0 0 0 88 0', paper, { width: 7 }) +
      cap('#2A1912') +
      face('umber', 'M262 130C248 164 214 196 178 210v4a62 62 0 0 0 124 0v-8C282 186 268 160 262 130z') +
      fill('M300 204h28v182q0 56-52 70 26-60 24-140z', '#2A1912'),
  )

/** A side parting and a trimmed beard, an open jacket over a light shirt. */
const farhan = (): Sheet =>
  portrait(
    deep,
    disc(390, 400, 240, teal) +
      ears('wheat') +
      head('wheat', 114) +
      fill('M178 206q4 30 10 40 20-10 52-12 32 2 52 12 6-10 10-40v20a62 72 0 0 1-124 0z', '#2B211C') +
      fill(
        'M177 194c-8-44 4-74 30-86 40-18 88-8 98 28 4 18 2 40-2 58-4-20-12-36-24-44-34 8-60 4-80-8-12 10-18 28-22 52z',
        '#2B211C',
      ) +
      shoulders(sand) +
      fill('M72 480v-46a98 98 0 0 1 98-98h26l30 144zM408 480v-46a98 98 0 0 0-98-98h-26l-30 144z', ink) +
      fill('M204 336h72l-36 48z', skins.wheat) +
      fill('M196 336l-14 30 50 70zM284 336l14 30-50 70z', night),
  )

function dotsAt(x: number, y: number, radius: number, colour: string) {
  return disc(x, y, radius, colour)
}

export const avatars: Record<string, () => Sheet> = {
  'avatar-meera': meera,
  'avatar-arjun': arjun,
  'avatar-kavita': kavita,
  'avatar-rohan': rohan,
  'avatar-ananya': ananya,
  'avatar-farhan': farhan,
}
