import type { FastifyInstance } from 'fastify'
import type { Icon } from '#app/cards/draw-card.ts'
import { callCardWorker } from '#app/cards/serve-cards.ts'
import { accents } from '#contract/accents.ts'
import { lookup } from '#contract/lookup.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { allowCrossOrigin } from '#server/security/headers.ts'
import { type Brand, findBrand, type SiteConfig } from '#server/site-config/site-config.ts'

type Context = { site: SiteConfig }

/** The icons that follow from a brand. A maskable one is cut to any shape by its host, and the touch icon gets its own corners. */
const icons: Record<string, Omit<Icon, 'ground'>> = {
  'icon-48.png': { size: 48, share: 0.72, radius: 0.22 },
  'icon-192.png': { size: 192, share: 0.6, radius: 0.22 },
  'icon-512.png': { size: 512, share: 0.6, radius: 0.22 },
  'icon-maskable-512.png': { size: 512, share: 0.46, radius: 0 },
  'apple-touch-icon.png': { size: 180, share: 0.58, radius: 0 },
}

const types = { svg: 'image/svg+xml', png: 'image/png' }

/** The usual icon addresses lead to the icon of the brand. */
function ownAddress(path: string, { key, logo }: Brand): string | undefined {
  const name = path.slice(1)
  if (name === 'favicon.svg') return logo && `/brand/${key}/logo.${logo.type}`
  if (name === 'favicon.ico') return `/brand/${key}/icon-48.png`
  return lookup(icons, name) ? `/brand/${key}/${name}` : undefined
}

/** Leads from the program's icons to those of the brand, if there is one. It comes before the routes of the files. */
export function redirectIcons(app: FastifyInstance, { site }: Context): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!/^\/(favicon|icon-|apple-touch-icon)[\w.-]*$/.test(request.url)) return
    const { brand } = await site.now()
    const address = brand && ownAddress(request.url, brand)
    if (address) return reply.header('cache-control', 'public, max-age=300').redirect(address, 302)
  })
}

/** Serves the logo, and the icons that are drawn from it when they are first asked for. */
export async function serveBrand(app: FastifyInstance, { site }: Context) {
  const drawn = new WeakMap<Brand, Map<string, Promise<Uint8Array>>>()

  function iconOf(brand: Brand, name: string, shape: Omit<Icon, 'ground'>): Promise<Uint8Array> {
    const icons = drawn.getOrInsertComputed(brand, () => new Map())
    // A logo may have any colour, so its ground is the paper.
    const ground = brand.logo ? '#FBFAF6' : accents[brand.accent ?? 'Teal'].deep
    const draw = () => callCardWorker('drawIcon', [{ ...shape, ground }, brand.logo?.bytes])
    const icon = icons.getOrInsertComputed(name, draw)
    icon.catch(() => icons.delete(name))
    return icon
  }

  app.get<{ Params: { key: string; file: string } }>('/brand/:key/:file', async ({ params: { key, file } }, reply) => {
    // Another process may have changed the brand since.
    await site.now()
    const brand = findBrand(key)
    const { logo } = brand ?? {}
    const shape = lookup(icons, file)
    allowCrossOrigin(reply)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
    if (brand && shape) return reply.type(types.png).send(Buffer.from(await iconOf(brand, file, shape)))
    if (logo && file === `logo.${logo.type}`) return reply.type(types[logo.type]).send(logo.bytes)
    reply.header('cache-control', 'no-store')
    throw notFound()
  })
}
