/** What a page costs to open, in gzipped bytes as they are sent. */
import { gzipSync } from 'node:zlib'
import type { Visitor } from '#scripts/trade/http-client.ts'
import { sentHtml } from './served-html.ts'

export type Weight = {
  /** Every script that the page loads: the entry, its route and shared ones. */
  javaScript: number
  htmlAndCss: number
}

export const KILOBYTE = 1000

const sizes = new Map<string, number>()

export async function weigh(visitor: Visitor, path: string): Promise<Weight> {
  const html = await sentHtml(visitor, path)
  // Everything imported is preloaded, too.
  const loaded = html.matchAll(/<link [^>]*href="(\/assets\/[^"]+\.(?:js|css))"/g)
  const parts = new Set(Array.from(loaded, ([, file = '']) => file))
  const sizeOf = async (ending: string) => {
    const files = [...parts].filter((file) => file.endsWith(ending))
    return (await Promise.all(files.map((file) => fileSize(visitor, file)))).reduce((sum, size) => sum + size, 0)
  }
  return { javaScript: await sizeOf('.js'), htmlAndCss: gzipSync(html).length + (await sizeOf('.css')) }
}

async function fileSize(visitor: Visitor, file: string): Promise<number> {
  const known = sizes.get(file)
  if (known !== undefined) return known
  const response = await visitor.send(file)
  if (!response.ok) throw new Error(`${file} answers ${response.status}`)
  const size = gzipSync(Buffer.from(await response.arrayBuffer())).length
  sizes.set(file, size)
  return size
}
