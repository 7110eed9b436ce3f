/** The cable between a browser and the app, to be cut: passes bytes on until it is told not to. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Cable = AsyncDisposable & {
  /** Where the browser finds the app at this end. */
  origin: string
  /** Breaks every connection; new ones break too, until it is mended. */
  cut(): void
  mend(): void
}

export async function layCable(origin: string): Promise<Cable> {
  const { hostname, port } = new URL(origin)
  const ends = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from)
      from.pipe(to)
      // One end breaks, so does the other; both tell by closing.
      from.on('error', () => to.destroy())
      from.on('close', () => {
        ends.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    isCut = true
    for (const end of ends) end.destroy()
  }
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend() {
      isCut = false
    },
    async [Symbol.asyncDispose]() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
