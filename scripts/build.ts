import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, minify } from 'vite'
import { writeSbom } from './sbom.ts'

const dist = process.env.ATRIUM_DIST ?? 'dist'
const client = join(dist, 'client')

/** Every text file of the client stands beside its compressed twins, so that serving one is reading one. */
async function compressAssets() {
  const names = await readdir(join(client, 'assets'))
  const texts = names.filter((name) => /\.(js|css|svg)$/.test(name)).map((name) => join(client, 'assets', name))
  await Promise.all(
    texts.map(async (file) => {
      const bytes = await readFile(file)
      await writeFile(
        `${file}.br`,
        await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      )
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

async function buildBootScript() {
  const { code } = await minify('boot.js', await readFile('src/app/web/boot.js', 'utf8'), { module: false })
  await writeFile(join(dist, 'boot.js'), code.trim())
}

await build({ logLevel: 'warn', build: { outDir: client } })
await build({ logLevel: 'warn', build: { ssr: 'src/app/web/renderer.tsx', outDir: join(dist, 'server') } })
await Promise.all([buildBootScript(), compressAssets(), writeSbom(join(dist, 'sbom.cdx.json'))])
