/** A connection that PostgreSQL ends while it is handed out: its query fails, and nothing else does. */
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openDatabase } from '#app/kernel/db/client.server.ts'
import { emptyDatabase } from '#tests/support/runner/database.ts'

/** PostgreSQL's message that a connection is ready, and the one that it ends (as at a fast shutdown). */
const READY = Buffer.from('Z\0\0\0\u0005I', 'latin1')
const FIELDS = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0', 'latin1')
const ENDED = Buffer.concat([Buffer.from('E\0\0\0\0', 'latin1'), FIELDS])
ENDED.writeInt32BE(FIELDS.length + 4, 1)

/** Passes bytes to PostgreSQL and back; the first connection ends in the same packet in which it becomes ready. */
async function startShutdown(databaseUrl: string): Promise<AsyncDisposable & { url: string }> {
  const to = new URL(databaseUrl)
  let hasEnded = false
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname)
    for (const end of [near, far]) end.on('error', () => undefined)
    near.pipe(far)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    far.on('data', (piece) => {
      if (hasEnded || !piece.includes(READY)) return near.write(piece)
      hasEnded = true
      near.end(Buffer.concat([piece, ENDED]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

test('a transaction whose connection ends as it is handed out fails, and the next one goes on', async () => {
  await using database = await emptyDatabase()
  await using shutdown = await startShutdown(database.url)
  const db = openDatabase({ url: shutdown.url, connections: 1 })
  try {
    const ask = () => db.$transaction((tx) => tx.$queryRaw`select 1 as one`)
    await expect(ask()).rejects.toThrow()
    await expect(ask()).resolves.toEqual([{ one: 1 }])
  } finally {
    await db.$disconnect()
  }
})
