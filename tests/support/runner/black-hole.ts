/** A network path to a server that can lose packets: nothing passes any more, and nobody is notified. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Way = AsyncDisposable & {
  /** The server's address through this path. */
  url: string
  /** Open connections pass nothing any more. New ones reach the server, as after a change of machines. */
  swallow(): void
  /** True: new connections are accepted and never answered. */
  swallowNew(isSwallowing: boolean): void
  opened(): number
}

export async function openWay(to: string): Promise<Way> {
  const server = new URL(to)
  const ends = new Set<Socket>()
  let [opened, isSwallowing] = [0, false]
  const gate = createServer((near) => {
    opened += 1
    ends.add(near)
    near.on('error', () => near.destroy())
    near.on('close', () => ends.delete(near))
    if (isSwallowing) return near.pause()
    const far = connect(Number(server.port), server.hostname)
    ends.add(far)
    far.on('error', () => far.destroy())
    far.on('close', () => {
      ends.delete(far)
      near.destroy()
    })
    near.on('close', () => far.destroy())
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const url = new URL(to)
  url.host = `127.0.0.1:${(gate.address() as AddressInfo).port}`
  return {
    url: url.href,
    swallow() {
      for (const end of ends) end.unpipe().pause()
    },
    swallowNew(wish) {
      isSwallowing = wish
    },
    opened: () => opened,
    async [Symbol.asyncDispose]() {
      for (const end of ends) end.destroy()
      await new Promise((resolve) => gate.close(resolve))
    },
  }
}
