/** A connection between a browser and the app that can be cut: it passes bytes on until then. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Cable = AsyncDisposable & {
  /** The address at which the browser finds the app. */
  origin: string
  /** Breaks every connection, and new ones until `mend`. */
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
      // When one end breaks, so does the other; both signal it by closing.
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
